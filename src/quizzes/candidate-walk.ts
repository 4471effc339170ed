import type { Database } from '../db/database.ts';
import type { StoredQuestion } from '../db/question-columns.ts';
import { type CandidatePage, readCandidates } from '../db/quiz-candidates.ts';
import type { QuizCriteria } from '../domain/quiz-input.ts';

/** The cursor of a walk that has come to its end. */
export const walkEnd = 'end';

/** Candidates beyond those that are needed: some have been drawn already. */
const spare = 4;
/** Pages grow while candidates are passed over. */
const maxPageSize = 500;

/** Goes through the matching questions in the random order of a seed, from where an earlier draw stopped. */
export class CandidateWalk {
  /** Where the next draw goes on. */
  cursor: string;
  readonly #read: (cursor: string, size: number) => Promise<CandidatePage>;
  #size: number;
  #page: CandidatePage | undefined;
  #next = 0;

  constructor(
    database: Database,
    criteria: QuizCriteria | undefined,
    seed: string,
    cursor: string,
    pageSize: number,
  ) {
    this.cursor = criteria ? cursor : walkEnd;
    this.#size = pageSize + spare;
    this.#read = (from, size) => readCandidates(database, criteria ?? {}, seed, from, size);
  }

  /** The next candidate; undefined at the end. */
  async next(): Promise<StoredQuestion | undefined> {
    if (this.cursor === walkEnd) return undefined;
    if (!this.#page || this.#next === this.#page.questions.length) {
      if (this.#page && !this.#page.hasMore) return this.#end();
      [this.#page, this.#next] = [await this.#read(this.cursor, this.#size), 0];
      this.#size = Math.min(maxPageSize, 2 * this.#size);
    }
    const question = this.#page.questions[this.#next];
    if (!question) return this.#end();
    this.#next += 1;
    this.cursor = this.#page.cursorOf(question);
    return question;
  }

  #end(): undefined {
    this.cursor = walkEnd;
  }
}
