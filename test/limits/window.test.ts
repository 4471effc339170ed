import { RateLimiterMemory } from 'rate-limiter-flexible';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBudget } from '../../src/limits/budget.ts';
import { createLog } from '../../src/log.ts';

/** A budget of 40 points, on a clock that the test sets. */
function createTimed() {
  const counted = new RateLimiterMemory({ keyPrefix: 'test', points: 40, duration: 60 });
  // Of this kind, so that points are taken in blocks of two.
  const kind = 'postgres' as const;
  const store = { kind, createLimiter: () => counted, close: async () => undefined };
  const log = createLog({ level: 'silent', isPretty: false });
  const common = { policy: 'default', name: 'test', quota: 40, store, log };
  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  onTestFinished(() => clock.mockRestore());
  return { counted, clock, budget: createBudget({ ...common, onError: 'refuse' }) };
}

it('points reserved from a shared store expire with their window', async () => {
  const { counted, clock, budget } = createTimed();
  const taken = async () => (await counted.get('caller'))?.consumedPoints;
  await budget.charge('caller', 1);
  expect(await taken()).toBe(2);
  await budget.charge('caller', 1);
  expect(await taken()).toBe(2);
  await budget.charge('caller', 1);
  expect(await taken()).toBe(4);
  clock.mockReturnValue(1000 + 61_000);
  await budget.charge('caller', 1);
  expect(await taken()).toBe(6);
});

it('the store is asked no more than once a second for a caller past their quota', async () => {
  const { counted, clock, budget } = createTimed();
  await budget.charge('caller', 40);
  const consume = vi.spyOn(counted, 'consume');
  const refused = async (count: number) => {
    const charges = Array.from({ length: count }, async () => budget.charge('caller', 1));
    const outcomes = await Promise.allSettled(charges);
    return outcomes.filter(({ status }) => status === 'rejected').length;
  };
  expect([await refused(200), consume.mock.calls.length]).toEqual([200, 1]);
  clock.mockReturnValue(1000 + 999);
  expect([await refused(200), consume.mock.calls.length]).toEqual([200, 1]);
  clock.mockReturnValue(1000 + 1000);
  expect([await refused(200), consume.mock.calls.length]).toEqual([200, 2]);
});
