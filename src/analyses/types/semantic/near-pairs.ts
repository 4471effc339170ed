import type { AnalysisControl } from '../../analysis-type.ts';
import { columnsInBlock, rowsInBlock } from '../../kit/vectors/block-products.ts';
import { visitBlocks } from '../../kit/vectors/visit-blocks.ts';
import type { Nearest } from './nearest.ts';
import type { VectorTable } from './vector-table.ts';

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
  visitBlocks(count, control, (row, column) => {
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
  });
}
