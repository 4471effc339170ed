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
 * Linear discriminant analysis with a shrunk covariance, trained on all folds but the one that is
 * held out. A wrong label moves the mean of its class a little and no more, so that a tenth of them
 * do little harm. The products of a fold are summed up once, for all that are trained on it.
 */
export function trainDiscriminants(
  { points, classOf, classes }: ClassifiedPoints,
  { foldOf, folds }: { readonly foldOf: ArrayLike<number>; readonly folds: number },
  control: AnalysisControl,
): (heldOut: number) => Discriminant {
  const dimensions = points[0]?.length ?? 0;
  const rows = [...points.keys()].filter((row) => (classOf[row] ?? -1) >= 0);
  const summed = Array.from({ length: folds }, () => ({
    counts: new Float64Array(classes),
    sums: Array.from({ length: classes }, () => new Float64Array(dimensions)),
    products: createProducts(dimensions),
  }));
  for (const row of rows) {
    const [each, fold] = [classOf[row] ?? 0, summed[foldOf[row] ?? -1]];
    if (!fold) continue;
    fold.counts[each] = (fold.counts[each] ?? 0) + 1;
    addTo(fold.sums[each] ?? none, points[row] ?? none);
  }
  const meansOf = (chosen: typeof summed) =>
    Array.from({ length: classes }, (_, each) => {
      const mean = new Float64Array(dimensions);
      for (const { sums } of chosen) addTo(mean, sums[each] ?? none);
      const count = chosen.reduce((sum, { counts }) => sum + (counts[each] ?? 0), 0);
      return { count, mean: mean.map((sum) => sum / Math.max(1, count)) };
    });
  // Deviations from the means of all folds: products of raw points would cancel out where they are alike.
  const centers = meansOf(summed).map(({ mean }) => mean);
  for (const [done, row] of rows.entries()) {
    if (done % rowsBetweenPolls === 0) throwIfAborted(control);
    const [point, center] = [points[row] ?? none, centers[classOf[row] ?? 0] ?? none];
    summed[foldOf[row] ?? -1]?.products.add(differenceOf(point, center), 1);
  }

  return (heldOut) => {
    const chosen = summed.filter((_, fold) => fold !== heldOut);
    const means = meansOf(chosen);
    const scatter = createProducts(dimensions);
    for (const { products } of chosen) scatter.addAll(products);
    for (const [each, { count, mean }] of means.entries())
      scatter.add(differenceOf(mean, centers[each] ?? none), -count);
    const total = Math.max(
      1,
      means.reduce((sum, { count }) => sum + count, 0),
    );
    const solve = scatter.factorize(total);
    const weights = means.map(({ mean }) => solve(mean));
    const offsets = means.map(
      ({ count, mean }, each) =>
        Math.log(Math.max(0.5, count) / total) - product(mean, weights[each] ?? mean) / 2,
    );
    return (point) =>
      Float64Array.from(weights, (weight, each) => product(point, weight) + (offsets[each] ?? 0));
  };
}

const none = new Float64Array(0);

function addTo(sums: Float64Array, values: ArrayLike<number>): void {
  for (let at = 0; at < sums.length; at += 1) sums[at] = (sums[at] ?? 0) + (values[at] ?? 0);
}

function differenceOf(one: ArrayLike<number>, other: ArrayLike<number>): Float64Array {
  return Float64Array.from(one, (value, at) => value - (other[at] ?? 0));
}

/** The lower triangle of a matrix of summed products. */
function createProducts(dimensions: number) {
  const rows = Array.from({ length: dimensions }, (_, row) => new Float64Array(row + 1));
  return {
    rows,
    add(deviation: Float64Array, times: number): void {
      for (let row = 0; row < dimensions; row += 1) {
        const [products, own] = [rows[row] ?? none, times * (deviation[row] ?? 0)];
        for (let column = 0; column <= row; column += 1)
          products[column] = (products[column] ?? 0) + own * (deviation[column] ?? 0);
      }
    },
    addAll(other: { readonly rows: readonly Float64Array[] }): void {
      for (const [at, row] of rows.entries()) addTo(row, other.rows[at] ?? none);
    },
    /** Makes it a covariance, shrinks it and replaces it by its Cholesky factor; solves for right-hand sides. */
    factorize(count: number): (right: Float64Array) => Float64Array {
      const trace = rows.reduce((sum, row) => sum + (row.at(-1) ?? 0), 0) / count;
      const sphere = (shrinkage * trace) / dimensions || 1;
      for (let row = 0; row < dimensions; row += 1) {
        const factors = rows[row] ?? none;
        for (let column = 0; column <= row; column += 1) {
          const others = rows[column] ?? none;
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
