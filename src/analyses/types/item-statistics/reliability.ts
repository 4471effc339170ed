import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { roundShare } from '../../kit/figures.ts';
import { type ResponseMatrix, transpose } from './response-matrix.ts';
import { minVariance, type Totals } from './totals.ts';

/** Cronbach's alpha, also with each question dropped; null with the reason if it is undefined. */
export interface Reliability {
  readonly alpha: number | null;
  readonly withoutEach: readonly (number | null)[];
  readonly obstacle: 'too_much_work' | 'too_little_overlap' | null;
}

/** Pairs of responses visited, about five seconds of work. */
const maxPairs = 2e9;

export function describeReliability(
  matrix: ResponseMatrix,
  totals: Totals,
  control: AnalysisControl,
): Reliability {
  const columns = matrix.questionIds.length;
  const unavailable = (obstacle: Reliability['obstacle']): Reliability => {
    return { alpha: null, withoutEach: new Array<null>(columns).fill(null), obstacle };
  };
  if (columns < 2 || matrix.respondents < 2) return unavailable(null);
  if (!matrix.isComplete && countPairs(totals) > maxPairs) return unavailable('too_much_work');
  const covariances = matrix.isComplete
    ? sumWhenComplete(matrix, totals, control)
    : sumPairwise(matrix, control);
  if (covariances === null) return unavailable('too_little_overlap');
  const { variances, rows } = covariances;
  const trace = sumOf(variances);
  const totalVariance = sumOf(rows);
  return {
    alpha: alphaOf(columns, trace, totalVariance),
    withoutEach: matrix.questionIds.map((_id, column) => {
      const variance = variances[column] ?? 0;
      const rest = totalVariance - 2 * (rows[column] ?? 0) + variance;
      return alphaOf(columns - 1, trace - variance, rest);
    }),
    obstacle: null,
  };
}

function alphaOf(columns: number, trace: number, totalVariance: number): number | null {
  // Without variance in the totals the denominator is rounding error.
  if (columns < 2 || totalVariance < minVariance || totalVariance < 1e-10 * trace) return null;
  return roundShare((columns / (columns - 1)) * (1 - trace / totalVariance));
}

interface Covariances {
  readonly variances: Float64Array;
  /** The sum of each row of the covariance matrix. */
  readonly rows: Float64Array;
}

/** Without missing responses a row sum is the covariance with the total. */
function sumWhenComplete(
  { patterns, questionIds, respondents }: ResponseMatrix,
  { sums }: Totals,
  control: AnalysisControl,
): Covariances {
  const columns = questionIds.length;
  const means = new Float64Array(columns);
  const [variances, rows] = [new Float64Array(columns), new Float64Array(columns)];
  let mean = 0;
  const visit = (each: (column: number, score: number, weight: number, sum: number) => void) => {
    for (let pattern = 0; pattern < patterns.count; pattern += 1) {
      throwIfAborted(control);
      const weight = patterns.weights[pattern] ?? 0;
      const end = patterns.starts[pattern + 1] ?? 0;
      for (let at = patterns.starts[pattern] ?? 0; at < end; at += 1) {
        each(patterns.columns[at] ?? 0, patterns.scores[at] ?? 0, weight, sums[pattern] ?? 0);
      }
    }
  };
  visit((column, score, weight) => {
    means[column] = (means[column] ?? 0) + (score * weight) / respondents;
    mean += (score * weight) / respondents;
  });
  visit((column, score, weight, sum) => {
    const deviation = weight * (score - (means[column] ?? 0));
    const scale = respondents - 1;
    variances[column] =
      (variances[column] ?? 0) + (deviation * (score - (means[column] ?? 0))) / scale;
    rows[column] = (rows[column] ?? 0) + (deviation * (sum - mean)) / scale;
  });
  return { variances, rows };
}

/** Like R's cov(x, use = "pairwise"): each pair over those who answered both; null if too few did. */
function sumPairwise(matrix: ResponseMatrix, control: AnalysisControl): Covariances | null {
  const { patterns, questionIds } = matrix;
  const columns = questionIds.length;
  const byColumn = transpose(patterns, columns, control);
  const [variances, rows] = [new Float64Array(columns), new Float64Array(columns)];
  // Of this question and each later one: the weight, Σx, Σy, Σxy, interleaved for the cache.
  const sums = new Float64Array(4 * columns);
  for (let one = 0; one < columns; one += 1) {
    sums.fill(0);
    const end = byColumn.starts[one + 1] ?? 0;
    for (let at = byColumn.starts[one] ?? 0; at < end; at += 1) {
      if (at % 100 === 0) throwIfAborted(control);
      const pattern = byColumn.rows[at] ?? 0;
      addPairs(one, pattern, byColumn.scores[at] ?? 0);
    }
    control.progress(one / columns);
    for (let other = one; other < columns; other += 1) {
      const covariance = covarianceAt(sums, 4 * other);
      if (covariance === null) return null;
      rows[one] = (rows[one] ?? 0) + covariance;
      if (other === one) variances[one] = covariance;
      else rows[other] = (rows[other] ?? 0) + covariance;
    }
  }
  return { variances, rows };

  function addPairs(one: number, pattern: number, x: number): void {
    const weight = patterns.weights[pattern] ?? 0;
    const from = patterns.starts[pattern] ?? 0;
    // Columns ascend within a pattern, so iterating backwards ends at this one.
    for (let at = (patterns.starts[pattern + 1] ?? 0) - 1; at >= from; at -= 1) {
      const other = patterns.columns[at] ?? 0;
      if (other < one) break;
      const y = weight * (patterns.scores[at] ?? 0);
      const offset = 4 * other;
      sums[offset] = (sums[offset] ?? 0) + weight;
      sums[offset + 1] = (sums[offset + 1] ?? 0) + weight * x;
      sums[offset + 2] = (sums[offset + 2] ?? 0) + y;
      sums[offset + 3] = (sums[offset + 3] ?? 0) + x * y;
    }
  }
}

function covarianceAt(sums: Float64Array, offset: number): number | null {
  const n = sums[offset] ?? 0;
  if (n < 2) return null;
  const [x, y, xy] = [sums[offset + 1] ?? 0, sums[offset + 2] ?? 0, sums[offset + 3] ?? 0];
  return (xy - (x * y) / n) / (n - 1);
}

function countPairs({ counts }: Totals): number {
  let pairs = 0;
  for (const count of counts) pairs += (count * count) / 2;
  return pairs;
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
