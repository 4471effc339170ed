import type { Database } from '../../db/database.ts';
import type { Caller } from '../../domain/caller.ts';
import { createChangeFollower } from '../../events/change-follower.ts';
import type { Log } from '../../log.ts';
import type { RecordedReads } from '../../schema/reads.ts';
import { createAnswerCache, type Mark, type RememberedAnswer } from './answer-cache.ts';
import { createAskedBefore } from './asked-before.ts';

/**
 * Answers to reads that nothing has changed since. One is never older than what this node has written,
 * nor than a second: it is sent only while the change log has been read to its end since.
 *
 *     const key = answerKey(caller, path, search);
 *     const known = asksForFresh(cacheControl) ? undefined : answers.find(key);
 *     if (known) return send(known);
 *     const mark = answers.begin(key);
 *     … run the operation with `reads` in its context …
 *     answers.store(key, mark, reads, answer);
 */
export interface Answers {
  find(key: string): RememberedAnswer | undefined;
  /** Call it before the read; undefined while nothing can be remembered, and when it is asked only once. */
  begin(key: string): Mark | undefined;
  /** Ignored if what was read may have changed since the mark. */
  store(key: string, mark: Mark | undefined, reads: RecordedReads, answer: RememberedAnswer): void;
  /** Call it before the response of anything that may have written, also when it failed. */
  wrote(): void;
  stop(): void;
}

export interface AnswersOptions {
  /** On connections that other work cannot use up. */
  readonly database: Database;
  /** 0 remembers nothing. */
  readonly maxBytes: number;
  readonly log: Log;
  /** Milliseconds that never run backwards. */
  readonly now?: () => number;
}

export function createAnswers({ maxBytes, ...options }: AnswersOptions): Answers {
  if (maxBytes === 0) return noAnswers;
  const cache = createAnswerCache(maxBytes);
  const wasAsked = createAskedBefore();
  const follower = createChangeFollower({ ...options, onChanges: cache.apply });
  return {
    find(key) {
      const answer = cache.find(key);
      if (!answer) return undefined;
      follower.use();
      return follower.isConfirmed() ? answer : undefined;
    },
    begin(key) {
      const isAskedAgain = wasAsked(key);
      if (follower.hasStarted()) return isAskedAgain ? cache.begin() : undefined;
      follower.use();
      return undefined;
    },
    store(key, mark, reads, answer) {
      if (mark) cache.store(key, mark, reads, answer);
    },
    wrote: follower.wrote,
    stop: follower.stop,
  };
}

const noAnswers: Answers = {
  find: () => undefined,
  begin: () => undefined,
  store: () => undefined,
  wrote: () => undefined,
  stop: () => undefined,
};

const scopeTexts = new WeakMap<Caller['scopes'], string>();

/** What the caller may see, and what was asked: in which form, on one line, and what. */
export function answerKey({ scopes }: Caller, form: string, asked: string): string {
  let known = scopeTexts.get(scopes);
  if (known === undefined) {
    known = [...scopes].sort().join(' ');
    scopeTexts.set(scopes, known);
  }
  return `${known}\n${form}\n${asked}`;
}

/** Whether the Cache-Control of a request accepts no remembered answer. */
export function asksForFresh(cacheControl: string | null | undefined): boolean {
  return /(?:^|,)\s*(?:no-cache|no-store|max-age=0+)\s*(?:,|$)/i.test(cacheControl ?? '');
}
