import { meanOf, quantileOf } from '../../kit/statistics/quantiles.ts';
import type { Sample } from '../../kit/statistics/sample.ts';

/** Returns the distance of a value from the median of its group, in robust standard deviations. */
export type RobustScale = (value: number) => number;

/** For normally distributed values both scaled measures equal the standard deviation. */
const medianDeviations = 1.482602218505602;
const meanDeviations = 1.2533141373155;

/**
 * By the median absolute deviation, which is robust to outliers (Iglewicz and Hoaglin 1993); by the
 * mean absolute deviation if most values are equal.
 */
export function robustScaleOf({ sorted }: Sample): RobustScale {
  const median = quantileOf(sorted, 0.5);
  const deviations = sorted.map((value) => Math.abs(value - median)).sort();
  const spread =
    medianDeviations * quantileOf(deviations, 0.5) || meanDeviations * meanOf(deviations);
  return (value) => (spread === 0 ? 0 : (value - median) / spread);
}
