import { expect, it } from 'vitest';
import { createTurns } from '../../src/db/connection-turns.ts';

function createWaiters(options: { size: number; timeoutMs?: number }) {
  const time = { now: 0 };
  const turns = createTurns({ timeoutMs: 60_000, ...options, clock: () => time.now });
  const started: string[] = [];
  const refused: string[] = [];
  const take = (name: string) => turns.take((error) => void (error ? refused : started).push(name));
  return { turns, time, started, refused, take };
}

it('serves those who wait for a connection in their order', () => {
  const { turns, started, take } = createWaiters({ size: 2 });
  for (const name of ['a', 'b', 'c', 'd']) take(name);
  expect(started).toEqual(['a', 'b']);
  expect(turns.waitingCount).toBe(2);
  turns.give();
  turns.give();
  expect(started).toEqual(['a', 'b', 'c', 'd']);
  turns.give();
  take('e');
  expect(started).toHaveLength(5);
});

it('serves the last first when the first has waited for long', () => {
  const { turns, time, started, take } = createWaiters({ size: 1 });
  for (const name of ['a', 'b', 'c']) take(name);
  time.now = 1000;
  take('d');
  turns.give();
  turns.give();
  expect(started).toEqual(['a', 'd', 'c']);
  expect(turns.waits).toEqual({ count: 2, ms: 1000 });
});

it('refuses those whose turn does not come in time, and those who are too many', async () => {
  const { turns, started, refused, take } = createWaiters({ size: 1, timeoutMs: 1 });
  for (let n = 0; n < 30; n += 1) take(String(n));
  expect(refused).toHaveLength(9);
  await expect.poll(() => refused, { interval: 1 }).toHaveLength(29);
  turns.give();
  take('next');
  expect(started).toEqual(['0', 'next']);
});
