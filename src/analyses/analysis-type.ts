import type { z } from 'zod';
import type { AnalysisResult, ItemsKept } from './envelope.ts';
import type { ReportTable } from './report.ts';

/** The fields of a question that analyses read. */
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

/** A recorded response. Sorted by respondent, question and time. */
export interface StoredResponse {
  /** The respondent; of an anonymous response its session, or itself. */
  readonly respondent: string;
  readonly questionId: string;
  readonly score: number;
  readonly option: string | null;
  readonly group: string | null;
  /** Milliseconds since 1970. */
  readonly recordedAt: number;
}

/** Selects recorded responses. */
export interface StoredResponseFilter {
  readonly form?: string | undefined;
  readonly session?: string | undefined;
  readonly group?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly version?: number | 'current' | undefined;
}

type Page = readonly AnalysisQuestion[];

/** Read page by page, so that 100,000 questions need little memory. */
export type QuestionPages = AsyncIterable<Page> | Iterable<Page>;

export interface AnalysisControl {
  /** The number of questions, if known; progress is reported only then. */
  readonly total?: number;
  /** From 0 to 1, never decreasing. */
  progress(share: number): void;
  /** Polled, because the event of an AbortSignal cannot reach a busy thread. */
  readonly signal: { readonly aborted: boolean };
  /** All questions, for types that compare the selected ones with the rest. */
  bank?(): QuestionPages;
  /** Recorded responses to the selected questions; for types that declare `readsResponses`. */
  responses?(filter: StoredResponseFilter): AsyncIterable<readonly StoredResponse[]>;
  /** One embedding per text, all of the same length; for types that declare `embeddings`. */
  embed?(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** Those by the type's `secondModel`, unless embeddings come from an endpoint. */
  embedSecond?(texts: readonly string[]): Promise<readonly Float32Array[]>;
  /** How alike two questions are; for types that declare `comparesQuestions`, unless embeddings come from an endpoint. */
  readonly match?: Matcher;
}

/** What a bundled model says of two questions. */
export interface PairLikeness {
  /** The logarithm of the odds that they ask the same, as far as their words show it. */
  readonly match: number;
  /** The cosine of the embeddings of their sentences. */
  readonly cosine: number;
}

export type Matcher = (
  pairs: readonly (readonly [string, string])[],
) => Promise<readonly PairLikeness[]>;

/** `subjects` says best what texts are about, `sentences` whether two of them say the same. */
export type BundledModel = 'subjects' | 'sentences';

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
  /** Incremented when the same questions and parameters may give a different result. */
  readonly engineVersion: number;
  /** A strict object in which every parameter has a default, bounds and a description. */
  readonly parameters: z.ZodType<P>;
  readonly result: z.ZodType<R>;
  /** The tables that people see, most important first. */
  readonly report: readonly [ReportTable, ...ReportTable[]];
  /** What readers of the report need to know of the parameters, by the headings of the figures. */
  describeParameters?(parameters: P): Readonly<Record<string, string>>;
  /** Off-heap memory (typed arrays), which thread limits do not count; checked before a run. */
  readonly bytesPerQuestion?: number;
  /** For work that is quadratic; larger runs are rejected. */
  readonly maxQuestions?: number;
  /** `needs` fails without vectors; `improves` goes on without them and says so. */
  readonly embeddings?: 'needs' | 'improves';
  /** Of the bundled models, the one that it is given where no endpoint is set; `subjects` unless it says. */
  readonly bundledModel?: BundledModel;
  /** Another one, for types that judge better by both. */
  readonly secondModel?: BundledModel;
  /** Whether it compares questions by the bundled model for pairs of them. */
  readonly comparesQuestions?: boolean;
  /** Whether a run reads recorded responses, which needs the scope responses:read. */
  readsResponses?(parameters: P): boolean;
  /** Ids of questions in the result, if they may be outside the selection. */
  relatedQuestionIds?(result: R): Iterable<string>;
  /** The parameters as stored with the run, if some are too large; in steps, between which others run. */
  echo?(parameters: P): Generator<void, object>;
  run(questions: QuestionPages, parameters: P, control: AnalysisControl): Promise<R>;
}

/** Thrown by `run` soon after its signal is aborted. */
export class AnalysisCancelled extends Error {
  constructor() {
    super('The analysis was cancelled.');
    this.name = 'AnalysisCancelled';
  }
}

/** A question may have 23,000 characters and take milliseconds. */
const questionsBetweenPolls = 10;
const questionsBetweenProgress = 200;

/** Calls `visit` for every question, reports progress, stops when aborted; returns their number. */
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

/** The control of one part of the work: its progress of 0–1 maps to `from`–`to`. */
export function subProgress(control: AnalysisControl, from: number, to: number): AnalysisControl {
  return { ...control, progress: (share) => control.progress(from + (to - from) * share) };
}

/** Call it every few milliseconds of work: a run must stop within 200 ms. */
export function throwIfAborted({ signal }: AnalysisControl): void {
  if (signal.aborted) throw new AnalysisCancelled();
}
