import { expect } from 'vitest';
import type { QuestionFilter } from '../../src/domain/question-criteria.ts';
import { createAnswerCache, type RememberedAnswer } from '../../src/http/answers/answer-cache.ts';
import { type RecordedReads, recordReads } from '../../src/schema/reads.ts';

export function makeAnswer(size: number): RememberedAnswer {
  const headers = { etag: 'W/"abc"' };
  return { status: 200, headers, body: new Uint8Array(size), operation: 'list', points: 1 };
}

export function listReads(filter: QuestionFilter): RecordedReads {
  const reads = recordReads();
  reads.list(filter);
  return reads;
}

/** Remembers this many lists, no two alike, and expects the memory to stay within its bound. */
export function fillWithLists(count: number): void {
  const maxBytes = 2_000_000;
  const cache = createAnswerCache(maxBytes);
  const answer = makeAnswer(100);
  let largest = 0;
  for (let n = 0; n < count; n += 1) {
    const reads = listReads({ topicFocus: [`topic ${n}`], difficulty: [n % 2 === 0 ? 0 : 1] });
    cache.store(`/questions?topic_focus=${n}`, cache.begin(), reads, answer);
    largest = Math.max(largest, cache.bytes);
  }
  expect(largest).toBeLessThanOrEqual(maxBytes);
  expect(largest).toBeGreaterThan(maxBytes * 0.9);
  // What they depend on goes with them.
  expect(cache.watched).toBe(cache.size);
  cache.apply(undefined);
  expect([cache.size, cache.watched, cache.bytes]).toEqual([0, 0, 0]);
}
