import { meanOf } from './quantiles.ts';

/** The values of one group, sorted, so that no figure depends on their order. */
export interface Sample {
  readonly sorted: Float64Array;
  readonly n: number;
  readonly mean: number;
  /** The sum of squared deviations from the mean; exactly 0 if all values are equal. */
  readonly squares: number;
}

export function sampleOf(sorted: Float64Array): Sample {
  const n = sorted.length;
  // The mean of equal values may differ from them in the last digit.
  const [first = 0, isConstant] = [sorted[0], sorted[0] === sorted[n - 1]];
  if (isConstant) return { sorted, n, mean: first, squares: 0 };
  const mean = meanOf(sorted);
  return { sorted, n, mean, squares: sorted.reduce((sum, value) => sum + (value - mean) ** 2, 0) };
}

export function varianceOf({ n, squares }: Sample): number {
  return squares / (n - 1);
}

/** The sums of squares within and between the groups, for analyses of variance. */
export function sumsOfSquares(samples: readonly Sample[]) {
  const total = samples.reduce((sum, { n }) => sum + n, 0);
  const mean = samples.reduce((sum, sample) => sum + sample.n * sample.mean, 0) / total;
  return {
    total,
    mean,
    within: samples.reduce((sum, { squares }) => sum + squares, 0),
    between: samples.reduce((sum, sample) => sum + sample.n * (sample.mean - mean) ** 2, 0),
  };
}
