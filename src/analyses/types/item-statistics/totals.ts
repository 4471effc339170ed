import { sampleKurtosis, sampleSkewness, sampleStandardDeviation } from 'simple-statistics';
import { figure, roundShare } from '../../kit/figures.ts';
import type { Patterns, ResponseMatrix } from './response-matrix.ts';

export interface Totals {
  /** The total score of each pattern and the number of questions it answered. */
  readonly sums: Float64Array;
  readonly counts: Int32Array;
  /** The mean score over the answered questions, rounded so that equal totals are equal. */
  readonly means: Float64Array;
}

export function sumScores({ count, starts, scores }: Patterns): Totals {
  const sums = new Float64Array(count);
  const counts = new Int32Array(count);
  const means = new Float64Array(count);
  for (let pattern = 0; pattern < count; pattern += 1) {
    const [from, end] = [starts[pattern] ?? 0, starts[pattern + 1] ?? 0];
    let sum = 0;
    for (let at = from; at < end; at += 1) sum += scores[at] ?? 0;
    sums[pattern] = sum;
    counts[pattern] = end - from;
    means[pattern] = roundShare(sum / (end - from));
  }
  return { sums, counts, means };
}

/** Smaller variances are rounding error, since scores are 0–1. */
export const minVariance = 1e-18;

/** The distribution of the totals; skewness and kurtosis by k-statistics, as in Moodle. */
export function describeTotals(
  { respondents, patterns, questionIds }: ResponseMatrix,
  totals: Totals,
) {
  if (respondents === 0) return { mean: null, sd: null, skewness: null, kurtosis: null };
  const all: number[] = [];
  for (let pattern = 0; pattern < patterns.count; pattern += 1) {
    const total = (totals.means[pattern] ?? 0) * questionIds.length;
    for (let copy = 0; copy < (patterns.weights[pattern] ?? 0); copy += 1) all.push(total);
  }
  const mean = all.reduce((sum, total) => sum + total, 0) / all.length;
  const sd = all.length > 1 ? sampleStandardDeviation(all) : null;
  const varies = sd !== null && sd * sd > minVariance;
  return {
    mean: figure(mean),
    sd: sd === null ? null : roundShare(sd),
    skewness: varies && all.length > 2 ? roundShare(sampleSkewness(all)) : null,
    kurtosis: varies && all.length > 3 ? roundShare(sampleKurtosis(all)) : null,
  };
}

/**
 * The share of each pattern's respondents in the upper and in the lower `fraction`. Ties at the
 * boundary are split evenly, so that the order does not matter.
 */
export function splitGroups({ count, weights }: Patterns, { means }: Totals, fraction: number) {
  const ascending = Int32Array.from(weights.keys()).sort(
    (one, other) => (means[one] ?? 0) - (means[other] ?? 0),
  );
  const respondents = weights.reduce((sum, weight) => sum + weight, 0);
  const groupSize = fraction * respondents;
  const lower = assignGroup(ascending, groupSize);
  const upper = assignGroup(ascending.toReversed(), groupSize);
  return { lower, upper };

  function assignGroup(order: Int32Array, size: number): Float64Array {
    const shares = new Float64Array(count);
    let remaining = size;
    for (let from = 0; from < order.length && remaining > 0; ) {
      const mean = means[order[from] ?? 0];
      let [end, tied] = [from, 0];
      for (; end < order.length && means[order[end] ?? 0] === mean; end += 1) {
        tied += weights[order[end] ?? 0] ?? 0;
      }
      const share = Math.min(1, remaining / tied);
      for (let at = from; at < end; at += 1) shares[order[at] ?? 0] = share;
      remaining -= tied;
      from = end;
    }
    return shares;
  }
}
