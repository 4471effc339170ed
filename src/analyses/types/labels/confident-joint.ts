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
  const [reached, wanted] = [sumOf(scaled.map(sumOf)), sumOf(Array.from(counts))];
  const calibrated = matrixOf(joint.size);
  for (const [given, row] of scaled.entries()) {
    const whole = roundKeepingSum(
      row.map((count) => (reached === 0 ? 0 : (count / reached) * wanted)),
    );
    for (const [guess, count] of whole.entries()) calibrated.set(given, guess, count);
  }
  return calibrated;
}

/** Rounds to integers with the same sum: the largest remainders are rounded up first. */
export function roundKeepingSum(values: readonly number[]): number[] {
  const rounded = values.map(roundHalfToEven);
  const wanted = roundHalfToEven(sumOf(values));
  for (;;) {
    const lacking = wanted - sumOf(rounded);
    if (lacking === 0) return rounded;
    const step = Math.sign(lacking);
    const order = values
      .map((value, at) => ({ at, lost: value - (rounded[at] ?? 0) }))
      .sort((one, other) => one.lost - other.lost || one.at - other.at);
    if (step > 0) order.reverse();
    for (const { at } of order.slice(0, Math.abs(lacking))) {
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
