import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { columnsInBlock, rowsInBlock } from './block-products.ts';
import type { Nearest } from './nearest.ts';
import type { VectorTable } from './vector-table.ts';

/** Rows per tile: two tiles of typical vectors fit into the CPU cache and take milliseconds. */
const tile = 64;

/** Exceeds the rounding error of single precision at the supported vector lengths. */
const margin = 1e-4;

/**
 * Visits every pair that may reach the threshold or be among the nearest of either row. Single
 * precision selects the candidates; `visit` computes the cosine in double precision.
 */
export function visitNearPairs(
  table: VectorTable,
  { minCosines }: Nearest,
  threshold: number,
  control: AnalysisControl,
  visit: (row: number, column: number) => void,
): void {
  const { count, blocks } = table;
  const { products } = blocks;
  const pairs = (count * (count - 1)) / 2;
  let done = 0;

  function visitBlock(row: number, column: number): void {
    blocks.multiply(row, column);
    let at = 0;
    for (let one = row; one < row + rowsInBlock; one += 1) {
      for (let other = column; other < column + columnsInBlock; other += 1) {
        const upperBound = (products[at] ?? 0) + margin;
        at += 1;
        const isNear =
          upperBound >= threshold ||
          upperBound >= (minCosines[one] ?? 0) ||
          upperBound >= (minCosines[other] ?? 0);
        if (isNear && one < other && other < count) visit(one, other);
      }
    }
  }

  for (let top = 0; top < count; top += tile) {
    const bottom = Math.min(top + tile, count);
    for (let left = top; left < count; left += tile) {
      const right = Math.min(left + tile, count);
      for (let row = top; row < bottom; row += rowsInBlock) {
        for (let column = left; column < right; column += columnsInBlock) visitBlock(row, column);
      }
      throwIfAborted(control);
    }
    done += (bottom - top) * (count - bottom) + ((bottom - top) * (bottom - top - 1)) / 2;
    control.progress(done / pairs);
  }
}
