import {
  type AnalysisControl,
  type QuestionPages,
  throwIfAborted,
  visitQuestions,
} from '../../analysis-type.ts';
import { GrowableArray } from '../../kit/collections/growable-array.ts';
import { orderById } from '../../kit/collections/order-by-id.ts';
import { createTextArena } from '../../kit/collections/text-arena.ts';
import { figure } from '../../kit/figures.ts';
import { createWordStream, type WordStream } from '../../kit/terms/word-stream.ts';
import type { ScoredTerm } from './class-tf-idf.ts';
import { findPhrases, forEachQuestion, type Phrases } from './phrases.ts';
import { createRake } from './rake.ts';

export interface TopicReading {
  /** Sorted; topics and categories have the same order. */
  readonly ids: readonly string[];
  readonly topics: readonly (string | null)[];
  readonly categories: readonly string[];
  /** The question of the stream in each row. */
  readonly order: Int32Array;
  readonly stream: WordStream;
  readonly phrases: Phrases;
  /** Undefined for more than `maxTexts` questions. */
  readonly textOf: ((row: number) => string) | undefined;
}

/** The texts of more questions, beside what is learned from them, take more memory than a run has. */
export const maxTexts = 200_000;

export async function readTopics(
  questions: QuestionPages,
  maxWords: number,
  control: AnalysisControl,
): Promise<TopicReading> {
  const words = createWordStream();
  const ids: string[] = [];
  const topics: (string | null)[] = [];
  const categories: string[] = [];
  const texts = createTextArena();
  const phraseEnds = new GrowableArray(Int32Array);
  await visitQuestions(questions, control, (question) => {
    ids.push(question.id);
    topics.push(question.topicFocus);
    categories.push(question.category);
    if (ids.length <= maxTexts) texts.add(question.questionText);
    words.add(question.questionText);
    words.add(question.correctAnswer);
    phraseEnds.push(words.length());
    for (const answer of question.incorrectAnswers) words.add(answer);
    words.endQuestion();
  });
  const order = orderById(ids);
  throwIfAborted(control);
  const stream = words.read();
  return {
    ids: Array.from(order, (at) => ids[at] ?? ''),
    topics: Array.from(order, (at) => topics[at] ?? null),
    categories: Array.from(order, (at) => categories[at] ?? ''),
    order,
    stream,
    phrases: findPhrases(stream, phraseEnds.view(), maxWords),
    textOf: ids.length > maxTexts ? undefined : (row) => texts.read(order[row] ?? 0),
  };
}

/** Returns a function that lists the highest-scoring phrases of a row, by RAKE over all questions. */
export function rankKeywords(
  { stream, order, phrases }: TopicReading,
  top: number,
  control: AnalysisControl,
): (row: number) => ScoredTerm[] {
  const rake = createRake(stream.words.length);
  forEachQuestion(order, control, (question) => {
    phrases.visit(question, (start, end) => rake.addPhrase(stream.tokens.subarray(start, end)));
  });
  return (row) => {
    const scores = new Map<string, number>();
    phrases.visit(order[row] ?? 0, (start, end) => {
      const phrase = stream.tokens.subarray(start, end);
      const term = Array.from(phrase, (word) => stream.words[word] ?? '').join(' ');
      scores.set(term, figure(rake.score(phrase)));
    });
    // The sort is stable: ties keep the order of the question.
    return Array.from(scores, ([term, score]) => ({ term, score }))
      .sort((one, other) => other.score - one.score)
      .slice(0, top);
  };
}
