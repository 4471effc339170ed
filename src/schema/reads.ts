import type { QuestionFilter } from '../domain/question-criteria.ts';

/** What an operation has read, noted by its resolvers: an answer is remembered until it changes. */
export interface Reads {
  /** False if the answer is not remembered, whatever it reads. */
  readonly isNoted: boolean;
  /** A question, at its version. */
  question(id: string, version: number): void;
  /** All questions that match, or a page of them. */
  list(filter: QuestionFilter): void;
  /** Something that the change log does not record: the answer is not remembered. */
  other(): void;
}

export interface RecordedReads extends Reads {
  readonly questions: readonly { readonly id: string; readonly version: number }[];
  readonly filters: readonly QuestionFilter[];
  /** Whether the notes are all that the answer depends on. */
  readonly isComplete: boolean;
}

export const ignoreReads: Reads = {
  isNoted: false,
  question: () => undefined,
  list: () => undefined,
  other: () => undefined,
};

export function recordReads(): RecordedReads {
  return new Recorder();
}

class Recorder implements RecordedReads {
  readonly isNoted = true;
  readonly questions: { id: string; version: number }[] = [];
  readonly filters: QuestionFilter[] = [];
  #hasOther = false;

  question(id: string, version: number): void {
    this.questions.push({ id, version });
  }

  list(filter: QuestionFilter): void {
    this.filters.push(filter);
  }

  other(): void {
    this.#hasOther = true;
  }

  get isComplete(): boolean {
    return !this.#hasOther && this.questions.length + this.filters.length > 0;
  }
}
