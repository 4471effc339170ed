import type { z } from 'zod';
import type { AnalysisResult, ItemsKept } from './envelope.ts';

/** What an analysis sees of a question. */
export interface AnalysisQuestion {
  readonly id: string;
  readonly version: number;
  readonly questionText: string;
  readonly correctAnswer: string;
  readonly incorrectAnswers: readonly string[];
  readonly category: string;
  readonly difficulty: number;
  readonly topicFocus: string | null;
}

type Page = readonly AnalysisQuestion[];

/** Pages come one after another and are not kept, so that 100,000 questions need little memory. */
export type QuestionPages = AsyncIterable<Page> | Iterable<Page>;

export interface AnalysisControl {
  /** How many questions will come; without it progress stays silent until the end. */
  readonly total?: number;
  /** The share that is done, 0–1, never falling. */
  progress(share: number): void;
  /** Polled, since an AbortSignal's event cannot reach a busy thread. */
  readonly signal: { readonly aborted: boolean };
  /** Every question there is, for a type that looks beyond the chosen ones. */
  bank?(): QuestionPages;
  /** A vector for each text, all of one length; there only when a provider is set. */
  embed?(texts: readonly string[]): Promise<readonly Float32Array[]>;
}

/**
 * One kind of analysis: a pure function from questions and parameters to a result. Its schemas
 * feed validation, both interfaces and the documents.
 */
export interface AnalysisType<
  P extends { items: ItemsKept } = { items: ItemsKept },
  R extends AnalysisResult = AnalysisResult,
> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Goes up whenever the same questions and parameters may give another result. */
  readonly engineVersion: number;
  /** A strict object in which every parameter has a default, bounds and a description. */
  readonly parameters: z.ZodType<P>;
  readonly result: z.ZodType<R>;
  /** Memory outside the heap (typed arrays), which no limit of a thread counts: bounded up front. */
  readonly bytesPerQuestion?: number;
  /** More are refused up front; for work that grows with the pairs of questions. */
  readonly maxQuestions?: number;
  /** What a run cannot do without; where it is missing, the type is listed as unavailable. */
  readonly needs?: 'embeddings';
  /** Ids of questions that the result names, where they may lie beyond the chosen ones. */
  relatedQuestionIds?(result: R): Iterable<string>;
  /** The parameters as the record shows them, where some are too large to repeat. */
  echo?(parameters: P): object;
  run(questions: QuestionPages, parameters: P, control: AnalysisControl): Promise<R>;
}

/** Thrown out of `run` soon after its signal says aborted. */
export class AnalysisCancelled extends Error {
  constructor() {
    super('The analysis was cancelled.');
    this.name = 'AnalysisCancelled';
  }
}

/** A question may have 23,000 characters, and so cost milliseconds. */
const questionsBetweenPolls = 10;
const questionsBetweenProgress = 200;

/** Shows every question to `visit`, tells progress, stops when the signal says so; gives their count. */
export async function visitQuestions(
  pages: QuestionPages,
  control: AnalysisControl,
  visit: (question: AnalysisQuestion) => void,
): Promise<number> {
  let seen = 0;
  throwIfAborted(control);
  for await (const page of pages) {
    for (const question of page) {
      visit(question);
      seen += 1;
      if (seen % questionsBetweenPolls === 0) throwIfAborted(control);
      if (seen % questionsBetweenProgress === 0 && control.total) {
        control.progress(Math.min(1, seen / control.total));
      }
    }
    throwIfAborted(control);
  }
  control.progress(1);
  return seen;
}

/** The control of one stretch of the work, whose own progress of 0–1 counts as `from`–`to`. */
export function subProgress(control: AnalysisControl, from: number, to: number): AnalysisControl {
  return { ...control, progress: (share) => control.progress(from + (to - from) * share) };
}

/** Call it at least every few milliseconds of work: a run stops within 200 ms of being told. */
export function throwIfAborted({ signal }: AnalysisControl): void {
  if (signal.aborted) throw new AnalysisCancelled();
}
