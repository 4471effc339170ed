import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { roundShare } from '../../kit/figures.ts';
import { type Interval, intervalOfR } from '../../kit/statistics/effect-intervals.ts';
import { intervalOfMean } from './intervals.ts';
import { type ResponseMatrix, transpose } from './response-matrix.ts';
import { minVariance, splitGroups, type Totals } from './totals.ts';

/** Classical test theory statistics of a question; null if the responses do not determine them. */
export interface ClassicalFigures {
  readonly n: number;
  readonly facility: number;
  readonly facility_interval: [low: number, high: number];
  readonly sd: number | null;
  readonly item_total_r: number | null;
  readonly item_rest_r: number | null;
  readonly item_rest_r_interval: [low: number, high: number] | null;
  readonly discrimination_index: number | null;
  readonly discrimination_efficiency: number | null;
  readonly upper_lower: number | null;
}

export function describeQuestions(
  matrix: ResponseMatrix,
  totals: Totals,
  groupFraction: number,
  control: AnalysisControl,
): ClassicalFigures[] {
  const { patterns, questionIds } = matrix;
  const { starts, rows, scores } = transpose(patterns, questionIds.length, control);
  const groups = splitGroups(patterns, totals, groupFraction);
  return questionIds.map((_id, column) => {
    throwIfAborted(control);
    control.progress(column / questionIds.length);
    const [from, end] = [starts[column] ?? 0, starts[column + 1] ?? 0];
    const [withTotal, withRest] = [createPairs(end - from), createPairs(end - from)];
    const [upper, lower] = [createMean(), createMean()];
    for (let at = from; at < end; at += 1) {
      const [pattern, score] = [rows[at] ?? 0, scores[at] ?? 0];
      const weight = patterns.weights[pattern] ?? 0;
      const count = totals.counts[pattern] ?? 0;
      withTotal.add(score, totals.means[pattern] ?? 0, weight);
      if (count > 1)
        withRest.add(score, ((totals.sums[pattern] ?? 0) - score) / (count - 1), weight);
      upper.add(score, weight * (groups.upper[pattern] ?? 0));
      lower.add(score, weight * (groups.lower[pattern] ?? 0));
    }
    return figuresOf(withTotal, withRest, upper.read(), lower.read());
  });
}

type Pairs = ReturnType<typeof createPairs>;

function figuresOf(
  withTotal: Pairs,
  withRest: Pairs,
  upper: number | null,
  lower: number | null,
): ClassicalFigures {
  const { n, meanX, varianceX } = withTotal.moments();
  const rest = withRest.moments();
  const restR = correlationOf(rest);
  const restInterval = restR === null ? null : intervalOfR(restR, rest.n);
  const maxCovariance = restR === null ? 0 : withRest.maxCovariance(rest);
  return {
    n,
    facility: roundShare(meanX),
    facility_interval: roundInterval(intervalOfMean(meanX, n)),
    sd: varianceX === null ? null : roundShare(Math.sqrt(varianceX)),
    item_total_r: rounded(correlationOf(withTotal.moments())),
    item_rest_r: rounded(restR),
    item_rest_r_interval: restInterval && roundInterval(restInterval),
    discrimination_index: rounded(restR === null ? null : 100 * restR),
    discrimination_efficiency:
      rest.covariance !== null && maxCovariance > minVariance
        ? roundShare((100 * rest.covariance) / maxCovariance)
        : null,
    upper_lower: rounded(upper === null || lower === null ? null : upper - lower),
  };
}

function roundInterval([low, high]: Interval): [low: number, high: number] {
  return [roundShare(low), roundShare(high)];
}

function rounded(value: number | null): number | null {
  return value === null ? null : roundShare(value);
}

interface Moments {
  readonly n: number;
  readonly meanX: number;
  readonly meanY: number;
  readonly varianceX: number | null;
  readonly varianceY: number | null;
  readonly covariance: number | null;
}

function correlationOf({ varianceX, varianceY, covariance }: Moments): number | null {
  if (varianceX === null || varianceY === null || covariance === null) return null;
  if (varianceX < minVariance || varianceY < minVariance) return null;
  return Math.min(1, Math.max(-1, covariance / Math.sqrt(varianceX * varianceY)));
}

/** Weighted pairs and their sample moments, computed in two passes to avoid cancellation. */
function createPairs(capacity: number) {
  const [xs, ys, weights] = [
    new Float64Array(capacity),
    new Float64Array(capacity),
    new Float64Array(capacity),
  ];
  let [size, n] = [0, 0];

  const sum = (term: (x: number, y: number) => number) => {
    let total = 0;
    for (let at = 0; at < size; at += 1)
      total += (weights[at] ?? 0) * term(xs[at] ?? 0, ys[at] ?? 0);
    return total;
  };

  return {
    add(x: number, y: number, weight: number): void {
      xs[size] = x;
      ys[size] = y;
      weights[size] = weight;
      size += 1;
      n += weight;
    },

    moments(): Moments {
      const [meanX, meanY] = [sum((x) => x) / n, sum((_x, y) => y) / n];
      if (n < 2) return { n, meanX, meanY, varianceX: null, varianceY: null, covariance: null };
      return {
        n,
        meanX,
        meanY,
        varianceX: sum((x) => (x - meanX) ** 2) / (n - 1),
        varianceY: sum((_x, y) => (y - meanY) ** 2) / (n - 1),
        covariance: sum((x, y) => (x - meanX) * (y - meanY)) / (n - 1),
      };
    },

    /** The maximum covariance of the same values: both sorted. */
    maxCovariance({ meanX, meanY }: Moments): number {
      const [sortedX, sortedY] = [repeatByWeight(xs).sort(), repeatByWeight(ys).sort()];
      let total = 0;
      for (let at = 0; at < n; at += 1) {
        total += ((sortedX[at] ?? 0) - meanX) * ((sortedY[at] ?? 0) - meanY);
      }
      return total / (n - 1);
    },
  };

  function repeatByWeight(values: Float64Array): Float64Array {
    const all = new Float64Array(n);
    let end = 0;
    for (let at = 0; at < size; at += 1) {
      const next = end + (weights[at] ?? 0);
      all.fill(values[at] ?? 0, end, next);
      end = next;
    }
    return all;
  }
}

function createMean() {
  let [total, weight] = [0, 0];
  return {
    add(value: number, share: number): void {
      total += value * share;
      weight += share;
    },
    read: () => (weight > 0 ? total / weight : null),
  };
}
