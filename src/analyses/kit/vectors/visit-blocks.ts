import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { columnsInBlock, rowsInBlock } from './block-products.ts';

/** Rows per tile: two tiles of typical vectors fit into the CPU cache and take milliseconds. */
const tile = 64;

/**
 * Calls `visit` with the first row and the first column of blocks that contain every pair of rows. They also contain
 * pairs in the other order, of a row with itself and beyond the last row.
 */
export function visitBlocks(
  count: number,
  control: AnalysisControl,
  visit: (row: number, column: number) => void,
): void {
  const pairs = (count * (count - 1)) / 2;
  let done = 0;
  for (let top = 0; top < count; top += tile) {
    const bottom = Math.min(top + tile, count);
    for (let left = top; left < count; left += tile) {
      const right = Math.min(left + tile, count);
      for (let row = top; row < bottom; row += rowsInBlock) {
        for (let column = left; column < right; column += columnsInBlock) visit(row, column);
      }
      throwIfAborted(control);
    }
    done += (bottom - top) * (count - bottom) + ((bottom - top) * (bottom - top - 1)) / 2;
    control.progress(pairs === 0 ? 1 : done / pairs);
  }
}
