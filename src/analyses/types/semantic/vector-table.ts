import { type BlockProducts, createBlockProducts } from '../../kit/vectors/block-products.ts';

/** Unit vectors in rows padded with zeros to whole blocks. */
export interface VectorTable {
  readonly count: number;
  readonly dimensions: number;
  readonly blocks: BlockProducts;
  /** The number of zero vectors. */
  readonly zeros: number;
  /** Whether a vector is all zeros, so that its cosine is undefined. */
  isZero(row: number): boolean;
  /** The cosine of two rows in double precision; 0 if one is a zero vector. */
  cosine(row: number, column: number): number;
}

export interface VectorTableBuilder {
  set(row: number, vector: Float32Array): void;
  read(): VectorTable;
}

export function createVectorTable(count: number, dimensions: number): VectorTableBuilder {
  const blocks = createBlockProducts(count, dimensions);
  const { rows, rowLength } = blocks;
  /** Norms of the stored rows, which differ from 1 by rounding. */
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
      const scale = maxAbsolute(vector);
      // Scaled first, because squares of very large or small numbers overflow or underflow.
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

function maxAbsolute(vector: Float32Array): number {
  return vector.reduce((max, each) => Math.max(max, Math.abs(each)), 0);
}
