import { z } from 'zod';
import { figure } from '../figures.ts';
import { chiSquareP } from './distributions.ts';

export const chiSquareTest = z.strictObject({
  statistic: z.number().min(0).meta({ description: 'Sum of (observed − expected)² / expected.' }),
  df: z.int().min(1).meta({ description: 'Degrees of freedom.' }),
  p: z.number().min(0).max(1).meta({
    description: 'How likely a deviation at least this large is by chance alone.',
  }),
});

export type ChiSquareTest = z.output<typeof chiSquareTest>;

/** What expects less expects nothing: one question there would make the statistic boundless. */
const leastExpected = 1e-9;

/** Pearson's test of fit; null when fewer than two cells expect anything. */
export function testFit(
  observed: readonly number[],
  expected: readonly number[],
): ChiSquareTest | null {
  let [statistic, cells] = [0, 0];
  for (const [index, expects] of expected.entries()) {
    if (expects < leastExpected) continue;
    statistic += ((observed[index] ?? 0) - expects) ** 2 / expects;
    cells += 1;
  }
  if (cells < 2) return null;
  const df = cells - 1;
  return { statistic: figure(statistic), df, p: figure(chiSquareP(statistic, df)) };
}
