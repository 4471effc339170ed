import {
  type AnalysisControl,
  type AnalysisQuestion,
  type QuestionPages,
  subProgress,
  throwIfAborted,
  visitQuestions,
} from '../../analysis-type.ts';
import { orderById } from '../../kit/collections/order-by-id.ts';
import type { LabelClasses } from '../../kit/terms/classes.ts';
import { visitHeldOut } from '../../kit/terms/cross-validation.ts';
import { softmax } from '../../kit/terms/naive-bayes.ts';
import { buildTermMatrix } from '../../kit/terms/term-matrix.ts';
import { createWordStream, type WordStream } from '../../kit/terms/word-stream.ts';
import type { Predictions } from './predictions.ts';
import type { LabelField, LabelsParameters } from './schema.ts';

export interface LabeledQuestions {
  /** Sorted; labels have the same order. */
  readonly ids: readonly string[];
  readonly given: readonly string[];
  readonly order: Int32Array;
  readonly stream: WordStream;
}

export async function readLabeled(
  questions: QuestionPages,
  { field, use_topic_focus }: Pick<LabelsParameters, 'field' | 'use_topic_focus'>,
  control: AnalysisControl,
): Promise<LabeledQuestions> {
  const stream = createWordStream();
  const ids: string[] = [];
  const given: string[] = [];
  await visitQuestions(questions, control, (question) => {
    ids.push(question.id);
    given.push(labelOf(question, field));
    stream.add(question.questionText);
    stream.add(question.correctAnswer);
    // Incorrect answers share the subject: they raise kappa from .59 to .64 on the samples.
    for (const answer of question.incorrectAnswers) stream.add(answer);
    if (use_topic_focus && question.topicFocus !== null) stream.add(question.topicFocus);
    stream.endQuestion();
  });
  const order = orderById(ids);
  throwIfAborted(control);
  const inOrder = (values: readonly string[]) => Array.from(order, (at) => values[at] ?? '');
  return { ids: inOrder(ids), given: inOrder(given), order, stream: stream.read() };
}

function labelOf({ category, difficulty }: AnalysisQuestion, field: LabelField): string {
  return field === 'category' ? category : String(difficulty);
}

export interface LabelPredictions {
  /** Only questions in classes that are large enough. */
  readonly known: Predictions;
  /** The index of each question among those; −1 if it is not among them. */
  readonly indexOf: Int32Array;
}

export function predictLabels(
  { order, stream }: LabeledQuestions,
  { names, classOf }: LabelClasses,
  { alpha, folds, seed }: Pick<LabelsParameters, 'alpha' | 'folds' | 'seed'>,
  control: AnalysisControl,
): LabelPredictions {
  const matrix = buildTermMatrix(stream, order, { pairs: true }, control);
  control.progress(0.4);
  const indexOf = new Int32Array(classOf.length).fill(-1);
  const labels = classOf.filter((each) => each >= 0);
  let known = 0;
  for (const [row, each] of classOf.entries()) {
    if (each < 0) continue;
    indexOf[row] = known;
    known += 1;
  }
  const classes = names.length;
  const probabilities = new Float64Array(labels.length * classes);
  const training = { matrix, classOf, classes, alpha };
  visitHeldOut(training, { folds, seed }, subProgress(control, 0.4, 1), (row, model) => {
    const index = indexOf[row] ?? -1;
    if (index < 0) return;
    const scores = probabilities.subarray(index * classes, (index + 1) * classes);
    model(row, scores);
    softmax(scores);
  });
  return { known: { labels, probabilities, classes }, indexOf };
}
