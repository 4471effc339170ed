import { expect } from 'vitest';
import type { TestOutcome } from '../../../src/analyses/kit/statistics/group-tests.ts';
import { sampleOf } from '../../../src/analyses/kit/statistics/sample.ts';

export const sample = (...values: number[]) => sampleOf(Float64Array.from(values).sort());

/** At least nine digits of every figure. */
export function expectOutcome(
  outcome: TestOutcome | null,
  expected: Record<string, number | number[]>,
) {
  const near = (value: number) =>
    expect.closeTo(value, 9 - Math.floor(Math.log10(Math.abs(value) || 1)));
  const figures = Object.entries(expected).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map(near) : near(value),
  ]);
  expect(outcome).toMatchObject(Object.fromEntries(figures));
}
