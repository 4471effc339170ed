import { chiSquareUpperP } from '../../src/analyses/kit/statistics/distributions.ts';
import { type BenchRow, measureType, printWhenMain } from './measure.ts';

/** Quantiles of the chi-square distribution from printed tables. */
const quantiles: readonly (readonly [statistic: number, df: number, p: number])[] = [
  [3.841458820694124, 1, 0.05],
  [5.991464547107979, 2, 0.05],
  [6.634896601021213, 1, 0.01],
  [18.307038053275146, 10, 0.05],
  [27.58711163827534, 17, 0.05],
  [124.34211340400407, 100, 0.05],
];

export async function benchCoverage(): Promise<BenchRow[]> {
  const errors = quantiles.map(([statistic, df, p]) =>
    Math.abs(chiSquareUpperP(statistic, df) / p - 1),
  );
  const accuracy = `p of chi-square within ${Math.max(...errors).toExponential(0)} of printed tables`;
  return [{ ...(await measureType('coverage')), accuracy, reference: '–' }];
}

await printWhenMain(import.meta.url, benchCoverage);
