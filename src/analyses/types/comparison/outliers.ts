import { meanOf, quantileOf } from '../../kit/statistics/quantiles.ts';
import type { Sample } from '../../kit/statistics/sample.ts';

/** Gives how far a value is from the middle of its group, in robust standard deviations. */
export type RobustScale = (value: number) => number;

/** For normal values both spreads, so scaled, are the standard deviation. */
const medianDeviations = 1.482602218505602;
const meanDeviations = 1.2533141373155;

/**
 * By the median and the median deviation from it, which outliers do not move (Iglewicz and Hoaglin
 * 1993); where most values are the same, by the mean deviation.
 */
export function robustScaleOf({ sorted }: Sample): RobustScale {
  const median = quantileOf(sorted, 0.5);
  const deviations = sorted.map((value) => Math.abs(value - median)).sort();
  const spread =
    medianDeviations * quantileOf(deviations, 0.5) || meanDeviations * meanOf(deviations);
  return (value) => (spread === 0 ? 0 : (value - median) / spread);
}
