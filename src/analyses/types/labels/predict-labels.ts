import {
  type AnalysisControl,
  type AnalysisQuestion,
  type QuestionPages,
  subProgress,
  throwIfAborted,
  visitQuestions,
} from '../../analysis-type.ts';
import { GrowableArray } from '../../kit/collections/growable-array.ts';
import { orderById } from '../../kit/collections/order-by-id.ts';
import type { LabelClasses } from '../../kit/terms/classes.ts';
import { visitHeldOut } from '../../kit/terms/cross-validation.ts';
import { softmax } from '../../kit/terms/naive-bayes.ts';
import { buildTermMatrix } from '../../kit/terms/term-matrix.ts';
import { createWordStream, type WordStream } from '../../kit/terms/word-stream.ts';
import {
  confidenceOf,
  type Evidence,
  fitNoiseModel,
  maxConfidence,
  type Redraw,
} from './noise-model.ts';
import type { Predictions } from './predictions.ts';
import type { LabelField, LabelsParameters } from './schema.ts';
import { scoreTopics } from './topic-evidence.ts';

/** Pairs of words help small banks most, and would need too much memory for a million questions. */
const maxWithPairs = 200_000;

export interface LabeledQuestions {
  /** Sorted; labels have the same order. */
  readonly ids: readonly string[];
  readonly given: readonly string[];
  /** The number of each topic; −1 without one. */
  readonly topicOf: Int32Array;
  readonly order: Int32Array;
  readonly stream: WordStream;
}

export async function readLabeled(
  questions: QuestionPages,
  field: LabelField,
  control: AnalysisControl,
): Promise<LabeledQuestions> {
  const stream = createWordStream();
  const ids: string[] = [];
  const given: string[] = [];
  const topicNumbers = new Map<string, number>();
  const topics = new GrowableArray(Int32Array);
  await visitQuestions(questions, control, (question) => {
    ids.push(question.id);
    given.push(labelOf(question, field));
    stream.add(question.questionText);
    stream.add(question.correctAnswer);
    // Incorrect answers share the subject: they raise kappa from .59 to .64 on the samples.
    for (const answer of question.incorrectAnswers) stream.add(answer);
    topics.push(numberOf(topicNumbers, question.topicFocus));
    stream.endQuestion();
  });
  const order = orderById(ids);
  throwIfAborted(control);
  const inOrder = (values: readonly string[]) => Array.from(order, (at) => values[at] ?? '');
  return {
    ids: inOrder(ids),
    given: inOrder(given),
    topicOf: order.map((at) => topics.get(at)),
    order,
    stream: stream.read(),
  };
}

function numberOf(numbers: Map<string, number>, topic: string | null): number {
  if (topic === null) return -1;
  const known = numbers.get(topic) ?? numbers.size;
  numbers.set(topic, known);
  return known;
}

function labelOf({ category, difficulty }: AnalysisQuestion, field: LabelField): string {
  return field === 'category' ? category : String(difficulty);
}

export interface LabelPredictions {
  /** Only questions in classes that are large enough. */
  readonly known: Predictions;
  /** The estimated share of wrong labels. */
  readonly noise: number;
  readonly redraw: Redraw;
  /** The index of each question among those; −1 if it is not among them. */
  readonly indexOf: Int32Array;
}

/**
 * Weights of the evidence, as fitted to real banks without wrong labels: the logarithms of naive
 * Bayes are somewhat too extreme, its probabilities bend the calibration, and the classes of a topic
 * count three times. The data decide within these priors, which keep wrong labels from being
 * explained by a flatter calibration.
 */
const weights = {
  logarithm: { mean: 0.9, sd: 0.05 },
  probability: { mean: -0.8, sd: 0.25 },
  topic: { mean: 3, sd: 1 },
  /** The logarithms of a classifier that was trained without wrong labels: they are too cautious. */
  cleaned: { mean: 1.26, sd: 0.05 },
};

/**
 * Labels that are probably wrong teach the classifier what is wrong: a rare class among many questions of
 * another would look like it, and those that stay make it doubt the rest. A large bank teaches it again
 * without them, if they are many; a small one is left too sure of what remains. A million questions would
 * take twice the time.
 */
const minWrongShare = 0.02;
const minRetrained = 20_000;

export function predictLabels(
  { order, stream, topicOf }: LabeledQuestions,
  { names, classOf }: LabelClasses,
  parameters: Pick<LabelsParameters, 'alpha' | 'folds' | 'seed' | 'use_topic_focus'>,
  control: AnalysisControl,
): LabelPredictions {
  const indexOf = new Int32Array(classOf.length).fill(-1);
  const labels = classOf.filter((each) => each >= 0);
  let known = 0;
  for (const [row, each] of classOf.entries()) {
    if (each < 0) continue;
    indexOf[row] = known;
    known += 1;
  }
  const classes = names.length;
  const { alpha, folds, seed, use_topic_focus } = parameters;
  const pairs = order.length <= maxWithPairs;
  const matrix = buildTermMatrix(stream, order, { pairs }, subProgress(control, 0, 0.3));
  const topics = use_topic_focus && topicOf.filter((_, row) => (classOf[row] ?? -1) >= 0);
  const byTopic = topics ? [scoreTopics(topics, labels, classes, { folds, seed })] : [];

  function trainOn(trainedOn: Int32Array, part: AnalysisControl, logarithm = weights.logarithm) {
    const logarithms = new Float32Array(labels.length * classes);
    const probabilities = new Float32Array(labels.length * classes);
    const scores = new Float64Array(classes);
    const training = { matrix, classOf: trainedOn, classes, alpha };
    visitHeldOut(training, { folds, seed }, part, (row, model) => {
      const index = indexOf[row] ?? -1;
      if (index < 0) return;
      model(row, scores);
      softmax(scores);
      probabilities.set(scores, index * classes);
      for (let each = 0; each < classes; each += 1)
        logarithms[index * classes + each] = Math.log((scores[each] ?? 0) + 1e-12);
    });
    const evidence: Evidence[] = [
      { scores: logarithms, weight: logarithm },
      { scores: probabilities, weight: weights.probability },
      ...byTopic.map((each) => ({ scores: each, weight: weights.topic })),
    ];
    return fitNoiseModel(evidence, labels, classes, control);
  }

  const first = trainOn(classOf, subProgress(control, 0.3, 0.6));
  const isWrong = (index: number) => {
    const own = first.probabilities[index * classes + (labels[index] ?? 0)] ?? 0;
    return confidenceOf(own, labels[index] ?? 0, first.redraw) < maxConfidence;
  };
  const cleaned = classOf.map((each, row) => {
    const index = indexOf[row] ?? -1;
    return index >= 0 && isWrong(index) ? -1 : each;
  });
  const left = cleaned.reduce((sum, each, row) => sum + Number(each !== classOf[row]), 0);
  const isNoisy = labels.length >= minRetrained && left >= minWrongShare * labels.length;
  const fitted =
    pairs && isNoisy ? trainOn(cleaned, subProgress(control, 0.6, 0.9), weights.cleaned) : first;
  control.progress(1);
  return {
    known: { labels, probabilities: fitted.probabilities, classes },
    noise: fitted.noise,
    redraw: fitted.redraw,
    indexOf,
  };
}
