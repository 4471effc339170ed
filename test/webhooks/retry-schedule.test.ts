import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/config.ts';
import type { Outcome } from '../../src/webhooks/post-message.ts';
import { planNextStep, toRecord } from '../../src/webhooks/retry-schedule.ts';

const { webhookRetryDelays: delays } = readConfig({});
const plan = (outcome: Outcome, tried = 1, random = 0) =>
  planNextStep(outcome, tried, delays, () => random);

describe('the schedule of attempts', () => {
  it('has the delays of the contract, each up to a fifth longer, and then ends', () => {
    const stepsWith = (random: number) =>
      Array.from({ length: 10 }, (_, index) => plan({ status: 500 }, index + 1, random));
    const minutes = 60_000;
    const hours = 60 * minutes;
    const wanted = [1000, 5000, 30_000, 2 * minutes, 10 * minutes];
    wanted.push(hours, 3 * hours, 8 * hours, 12 * hours);
    expect(stepsWith(0).map(({ delayMs }) => delayMs)).toEqual([...wanted, 0]);
    expect(stepsWith(1).map(({ delayMs }) => delayMs)).toEqual([
      ...wanted.map((ms) => ms * 1.2),
      0,
    ]);
    expect(stepsWith(0).map(({ status }) => status)).toEqual([
      ...wanted.map(() => 'PENDING'),
      'DEAD',
    ]);
  });

  it.each([
    [120_000, 120_000],
    [10, 1000],
    [1e12, 24 * 60 * 60 * 1000],
  ])('waits as Retry-After asks (%i ms), never shorter, and at most a day', (asked, delayMs) => {
    expect(plan({ status: 503, retryAfterMs: asked })).toEqual({
      status: 'PENDING',
      delayMs,
      disabledReason: null,
    });
  });

  it.each([
    [200, 'DELIVERED'],
    [299, 'DELIVERED'],
    [199, 'PENDING'],
    [300, 'PENDING'],
    [301, 'PENDING'],
    [404, 'PENDING'],
    [410, 'DEAD'],
  ])('takes %i as %s', (status, expected) => {
    expect(plan({ status }).status).toBe(expected);
    expect(plan({ status }).disabledReason).toBe(status === 410 ? 'gone' : null);
  });

  it('repeats what got no answer', () => {
    const error = { code: 'timeout', detail: 'No response within 15 s.' };
    expect(plan({ error })).toMatchObject({ status: 'PENDING', delayMs: 1000 });
    expect(toRecord({ error }, new Date(0), 15_000.4)).toEqual({
      startedAt: new Date(0),
      durationMs: 15_000,
      status: null,
      error,
    });
  });
});
