/** A square matrix of counts. */
export interface Matrix {
  readonly size: number;
  get(row: number, column: number): number;
  set(row: number, column: number, value: number): void;
  add(row: number, column: number, value: number): void;
  rows(): number[][];
}

export function matrixOf(size: number): Matrix {
  const cells = new Float64Array(size * size);
  return {
    size,
    get: (row, column) => cells[row * size + column] ?? 0,
    set(row, column, value) {
      cells[row * size + column] = value;
    },
    add(row, column, value) {
      cells[row * size + column] = (cells[row * size + column] ?? 0) + value;
    },
    rows: () => Array.from({ length: size }, (_, row) => rowOf(cells, row, size)),
  };
}

/** Scales the rows to the number of items of each class and rounds them, preserving the sums. */
export function calibrateJoint(joint: Matrix, counts: ArrayLike<number>): Matrix {
  const scaled = joint.rows().map((row, given) => {
    const total = sumOf(row);
    return row.map((count) => (total === 0 ? 0 : (count / total) * (counts[given] ?? 0)));
  });
  const [scaledSum, targetSum] = [sumOf(scaled.map(sumOf)), sumOf(Array.from(counts))];
  const calibrated = matrixOf(joint.size);
  for (const [given, row] of scaled.entries()) {
    const rounded = roundKeepingSum(
      row.map((count) => (scaledSum === 0 ? 0 : (count / scaledSum) * targetSum)),
    );
    for (const [predicted, count] of rounded.entries()) calibrated.set(given, predicted, count);
  }
  return calibrated;
}

/** Rounds to integers with the same sum: the largest remainders are rounded up first. */
export function roundKeepingSum(values: readonly number[]): number[] {
  const rounded = values.map(roundHalfToEven);
  const targetSum = roundHalfToEven(sumOf(values));
  for (;;) {
    const difference = targetSum - sumOf(rounded);
    if (difference === 0) return rounded;
    const step = Math.sign(difference);
    const order = values
      .map((value, at) => ({ at, remainder: value - (rounded[at] ?? 0) }))
      .sort((one, other) => one.remainder - other.remainder || one.at - other.at);
    if (step > 0) order.reverse();
    for (const { at } of order.slice(0, Math.abs(difference))) {
      rounded[at] = (rounded[at] ?? 0) + step;
    }
  }
}

/** Rounds half to even, like NumPy, so that the results equal cleanlab's. */
function roundHalfToEven(value: number): number {
  const nearest = Math.round(value);
  return nearest - value === 0.5 && nearest % 2 !== 0 ? nearest - 1 : nearest;
}

function rowOf(cells: Float64Array, row: number, size: number): number[] {
  return Array.from(cells.subarray(row * size, (row + 1) * size));
}

function sumOf(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
