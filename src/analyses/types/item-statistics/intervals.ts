import { normalQuantile975 } from '../../kit/statistics/distributions.ts';
import type { Interval } from '../../kit/statistics/effect-intervals.ts';

/** Wilson's interval of a mean of scores 0–1; wider than needed for partial scores. */
export function intervalOfMean(mean: number, n: number): Interval {
  const square = normalQuantile975 * normalQuantile975;
  const center = (mean + square / (2 * n)) / (1 + square / n);
  const half =
    (normalQuantile975 / (1 + square / n)) *
    Math.sqrt((mean * (1 - mean)) / n + square / (4 * n * n));
  return [Math.max(0, center - half), Math.min(1, center + half)];
}
