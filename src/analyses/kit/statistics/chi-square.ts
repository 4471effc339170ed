import * as z from 'zod';
import { resultObject } from '../../result-schema.ts';
import { figure } from '../figures.ts';
import { chiSquareUpperP } from './distributions.ts';

export const chiSquareTest = resultObject('ChiSquareTest', "Pearson's chi-square test.", {
  statistic: z.number().min(0).meta({ description: 'Sum of (observed − expected)² / expected.' }),
  df: z.int().min(1).meta({ description: 'Degrees of freedom.' }),
  p: z
    .number()
    .min(0)
    .max(1)
    .meta({
      description:
        'p value: probability of a deviation at least this large under the null hypothesis; never 0, ' +
        'at least 5e-324.',
    }),
});

export type ChiSquareTest = z.output<typeof chiSquareTest>;

/** Cells with a smaller expectation are skipped: one question there would dominate the statistic. */
const minExpected = 1e-9;

/** Pearson's goodness-of-fit test; null with fewer than two cells. */
export function testFit(
  observed: readonly number[],
  expected: readonly number[],
): ChiSquareTest | null {
  let [statistic, cells] = [0, 0];
  for (const [index, expects] of expected.entries()) {
    if (expects < minExpected) continue;
    statistic += ((observed[index] ?? 0) - expects) ** 2 / expects;
    cells += 1;
  }
  if (cells < 2) return null;
  const df = cells - 1;
  return { statistic: figure(statistic), df, p: figure(chiSquareUpperP(statistic, df)) };
}
