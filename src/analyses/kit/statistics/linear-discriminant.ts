import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';

/** Points in rows; each belongs to a class, or to none below 0. */
export interface ClassifiedPoints {
  readonly points: readonly Float32Array[];
  readonly classOf: ArrayLike<number>;
  readonly classes: number;
}

/** The log-density of each class at a point, up to a constant, plus the logarithm of its share. */
export type Discriminant = (point: Float32Array) => Float64Array;

/** How much the covariance is drawn towards a sphere: there may be fewer points than dimensions. */
const shrinkage = 0.3;

const rowsBetweenPolls = 200;

/**
 * Linear discriminant analysis with a shrunk covariance, trained on the rows that `isTraining`
 * selects. A wrong label moves the mean of its class a little and no more, so that a tenth of them do
 * little harm.
 */
export function trainDiscriminant(
  { points, classOf, classes }: ClassifiedPoints,
  isTraining: (row: number) => boolean,
  control: AnalysisControl,
): Discriminant {
  const dimensions = points[0]?.length ?? 0;
  const counts = new Float64Array(classes);
  const means = Array.from({ length: classes }, () => new Float64Array(dimensions));
  const trained = [...points.keys()].filter((row) => (classOf[row] ?? -1) >= 0 && isTraining(row));
  for (const row of trained) {
    const [each, point] = [classOf[row] ?? 0, points[row]];
    counts[each] = (counts[each] ?? 0) + 1;
    means[each]?.forEach((sum, at, mean) => {
      mean[at] = sum + (point?.[at] ?? 0);
    });
  }
  for (const [each, mean] of means.entries()) {
    means[each] = mean.map((sum) => sum / Math.max(1, counts[each] ?? 0));
  }
  const covariance = createCovariance(dimensions);
  const deviation = new Float64Array(dimensions);
  for (const [done, row] of trained.entries()) {
    if (done % rowsBetweenPolls === 0) throwIfAborted(control);
    const [point, mean] = [points[row], means[classOf[row] ?? 0]];
    for (let at = 0; at < dimensions; at += 1)
      deviation[at] = (point?.[at] ?? 0) - (mean?.[at] ?? 0);
    covariance.add(deviation);
  }
  const total = Math.max(1, trained.length);
  const solve = covariance.factorize(total);
  const weights = means.map(solve);
  const offsets = means.map(
    (mean, each) =>
      Math.log(Math.max(0.5, counts[each] ?? 0) / total) - product(mean, weights[each] ?? mean) / 2,
  );
  return (point) =>
    Float64Array.from(weights, (weight, each) => product(point, weight) + (offsets[each] ?? 0));
}

/** The lower triangle of a covariance matrix. */
function createCovariance(dimensions: number) {
  const rows = Array.from({ length: dimensions }, (_, row) => new Float64Array(row + 1));
  const emptyRow = new Float64Array(0);
  return {
    add(deviation: Float64Array): void {
      for (let row = 0; row < dimensions; row += 1) {
        const [products, own] = [rows[row] ?? emptyRow, deviation[row] ?? 0];
        for (let column = 0; column <= row; column += 1)
          products[column] = (products[column] ?? 0) + own * (deviation[column] ?? 0);
      }
    },
    /** Shrinks and replaces it by its Cholesky factor; solves for right-hand sides. */
    factorize(count: number): (right: Float64Array) => Float64Array {
      const trace = rows.reduce((sum, row) => sum + (row.at(-1) ?? 0), 0) / count;
      const sphere = (shrinkage * trace) / dimensions || 1;
      for (let row = 0; row < dimensions; row += 1) {
        const factors = rows[row] ?? emptyRow;
        for (let column = 0; column <= row; column += 1) {
          const others = rows[column] ?? emptyRow;
          const scaled = ((1 - shrinkage) * (factors[column] ?? 0)) / count;
          let rest = row === column ? scaled + sphere : scaled;
          for (let at = 0; at < column; at += 1) rest -= (factors[at] ?? 0) * (others[at] ?? 0);
          factors[column] = row === column ? Math.sqrt(rest) : rest / (others[column] ?? 1);
        }
      }
      return (right) => solveByFactor(rows, right);
    },
  };
}

function solveByFactor(factor: readonly Float64Array[], right: Float64Array): Float64Array {
  const solution = Float64Array.from(right);
  for (const [row, factors] of factor.entries()) {
    for (let at = 0; at < row; at += 1)
      solution[row] = (solution[row] ?? 0) - (factors[at] ?? 0) * (solution[at] ?? 0);
    solution[row] = (solution[row] ?? 0) / (factors[row] ?? 1);
  }
  for (let row = factor.length - 1; row >= 0; row -= 1) {
    const factors = factor[row];
    const value = (solution[row] ?? 0) / (factors?.[row] ?? 1);
    solution[row] = value;
    for (let at = 0; at < row; at += 1)
      solution[at] = (solution[at] ?? 0) - (factors?.[at] ?? 0) * value;
  }
  return solution;
}

function product(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}
