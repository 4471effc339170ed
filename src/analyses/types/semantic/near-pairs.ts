import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { columnsInBlock, rowsInBlock } from './block-products.ts';
import type { Nearest } from './nearest.ts';
import type { VectorTable } from './vector-table.ts';

/** Rows in a tile: two tiles of usual vectors fit into a core's cache, and take milliseconds. */
const tile = 64;

/** More than single precision can be wrong by, for vectors of the lengths we take. */
const margin = 1e-4;

/**
 * Shows every pair whose cosine may reach the threshold, or may stand among the nearest of either:
 * single precision chooses them, double precision tells their cosine.
 */
export function visitNearPairs(
  table: VectorTable,
  { bars }: Nearest,
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
        const most = (products[at] ?? 0) + margin;
        at += 1;
        const isNear = most >= threshold || most >= (bars[one] ?? 0) || most >= (bars[other] ?? 0);
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
