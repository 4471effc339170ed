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
import { type Evidence, fitNoiseModel } from './noise-model.ts';
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
};

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
  const logarithms = new Float32Array(labels.length * classes);
  const probabilities = new Float32Array(labels.length * classes);
  const scores = new Float64Array(classes);
  const { alpha, folds, seed, use_topic_focus } = parameters;
  const pairs = order.length <= maxWithPairs;
  const matrix = buildTermMatrix(stream, order, { pairs }, subProgress(control, 0, 0.4));
  const training = { matrix, classOf, classes, alpha };
  visitHeldOut(training, { folds, seed }, subProgress(control, 0.4, 0.9), (row, model) => {
    const index = indexOf[row] ?? -1;
    if (index < 0) return;
    model(row, scores);
    softmax(scores);
    probabilities.set(scores, index * classes);
    for (let each = 0; each < classes; each += 1)
      logarithms[index * classes + each] = Math.log((scores[each] ?? 0) + 1e-12);
  });
  const evidence: Evidence[] = [
    { scores: logarithms, weight: weights.logarithm },
    { scores: probabilities, weight: weights.probability },
  ];
  if (use_topic_focus) {
    const topics = topicOf.filter((_, row) => (classOf[row] ?? -1) >= 0);
    const byTopic = scoreTopics(topics, labels, classes, { folds, seed });
    evidence.push({ scores: byTopic, weight: weights.topic });
  }
  const fitted = fitNoiseModel(evidence, labels, classes, control);
  control.progress(1);
  return {
    known: { labels, probabilities: fitted.probabilities, classes },
    noise: fitted.noise,
    indexOf,
  };
}
