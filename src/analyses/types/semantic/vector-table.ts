import { type BlockProducts, createBlockProducts, lanes, rowsInBlock } from './block-products.ts';

/** Unit vectors in rows padded with zeros, so that every block of them is whole. */
export interface VectorTable {
  readonly count: number;
  readonly dimensions: number;
  readonly blocks: BlockProducts;
  /** How many vectors are nothing but zeros. */
  readonly zeros: number;
  /** Whether a vector is nothing but zeros, which point nowhere. */
  isZero(row: number): boolean;
  /** The cosine of two rows, added up in double precision; 0 where one points nowhere. */
  cosine(row: number, column: number): number;
}

export interface VectorTableBuilder {
  set(row: number, vector: Float32Array): void;
  read(): VectorTable;
}

export function createVectorTable(count: number, dimensions: number): VectorTableBuilder {
  const rowLength = roundUp(dimensions, lanes);
  const blocks = createBlockProducts(roundUp(count, rowsInBlock), rowLength);
  const { rows } = blocks;
  /** Of the rows as they are kept: rounding makes them a little longer or shorter than 1. */
  const norms = new Float64Array(count);
  let zeros = 0;

  function product(one: number, other: number): number {
    const [from, to] = [one * rowLength, other * rowLength];
    let sum = 0;
    for (let at = 0; at < dimensions; at += 1) sum += (rows[from + at] ?? 0) * (rows[to + at] ?? 0);
    return sum;
  }

  return {
    set(row, vector) {
      const scale = longest(vector);
      // Scaled first: the squares of very large or small numbers would not fit.
      const length = scale * Math.sqrt(vector.reduce((sum, each) => sum + (each / scale) ** 2, 0));
      if (scale === 0) zeros += 1;
      else
        rows.set(
          vector.map((each) => each / length),
          row * rowLength,
        );
      norms[row] = Math.sqrt(product(row, row));
    },
    read: () => ({
      count,
      dimensions,
      blocks,
      zeros,
      isZero: (row) => norms[row] === 0,
      cosine(row, column) {
        const norm = (norms[row] ?? 0) * (norms[column] ?? 0);
        return norm === 0 ? 0 : product(row, column) / norm;
      },
    }),
  };
}

function longest(vector: Float32Array): number {
  return vector.reduce((most, each) => Math.max(most, Math.abs(each)), 0);
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}
