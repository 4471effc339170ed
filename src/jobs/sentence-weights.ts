/** The tensors of dist/model/weights.bin; src/build/sentence-model.js says how they are written. */
export interface SentenceWeights {
  vector(name: string): Float32Array;
  matrix(name: string): QuantizedMatrix;
}

/** A number is that of its place times the scale of its row. */
export interface QuantizedMatrix {
  readonly rows: number;
  readonly columns: number;
  readonly scales: Float32Array;
  readonly values: Int8Array;
}

interface Entry {
  readonly name: string;
  readonly shape: readonly [number, number?];
  readonly offset: number;
}

/** Tensors are views of the file, which is held as long as one of them. */
export function readSentenceWeights(bytes: Buffer): SentenceWeights {
  const { buffer: file, byteOffset } = bytes;
  const length = bytes.readUInt32LE();
  const header = JSON.parse(bytes.toString('utf8', 4, 4 + length)) as Entry[];
  const entries = new Map(header.map((entry) => [entry.name, entry]));
  const start = byteOffset + 4 + length;
  const find = (name: string) => {
    const entry = entries.get(name);
    if (!entry) throw new Error(`The model has no ${name}`);
    const [rows, columns = 1] = entry.shape;
    return { rows, columns, from: start + entry.offset };
  };
  return {
    vector(name) {
      const { rows, from } = find(name);
      return new Float32Array(file, from, rows);
    },
    matrix(name) {
      const { rows, columns, from } = find(name);
      const scales = new Float32Array(file, from, rows);
      return {
        rows,
        columns,
        scales,
        values: new Int8Array(file, from + scales.byteLength, rows * columns),
      };
    },
  };
}

/** A matrix for products with rows on its left: what was a row is a column. */
export function transpose({ rows, columns, scales, values }: QuantizedMatrix): Float32Array {
  const transposed = new Float32Array(values.length);
  for (let row = 0; row < rows; row += 1) {
    const scale = scales[row] ?? 0;
    const from = row * columns;
    for (let column = 0; column < columns; column += 1) {
      transposed[column * rows + row] = scale * (values[from + column] ?? 0);
    }
  }
  return transposed;
}

/** Adds one row of a matrix to the numbers from `at`. */
export function addRow(
  sum: Float32Array,
  at: number,
  { columns, scales, values }: QuantizedMatrix,
  row: number,
): void {
  const scale = scales[row] ?? 0;
  const from = row * columns;
  for (let column = 0; column < columns; column += 1) {
    sum[at + column] = (sum[at + column] ?? 0) + scale * (values[from + column] ?? 0);
  }
}
