import { RateLimiterMemory } from 'rate-limiter-flexible';
import { expect, it, onTestFinished, vi } from 'vitest';
import { createBudget } from '../../src/limits/budget.ts';
import { createLog } from '../../src/log.ts';

it('points reserved from a shared store expire with their window', async () => {
  const counted = new RateLimiterMemory({ keyPrefix: 'test', points: 40, duration: 60 });
  // Of this kind, so that points are taken in blocks of two.
  const kind = 'postgres' as const;
  const store = { kind, createLimiter: () => counted, close: async () => undefined };
  const log = createLog({ level: 'silent', isPretty: false });
  const common = { policy: 'default', name: 'test', quota: 40, store, log };
  const budget = createBudget({ ...common, onError: 'refuse' });
  const taken = async () => (await counted.get('caller'))?.consumedPoints;

  const clock = vi.spyOn(performance, 'now').mockReturnValue(1000);
  onTestFinished(() => clock.mockRestore());
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
