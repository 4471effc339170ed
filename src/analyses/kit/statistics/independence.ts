import { chiSquareUpperP } from './distributions.ts';
import { intervalOfV } from './effect-intervals.ts';
import type { TestOutcome } from './group-tests.ts';

export interface TableCell {
  readonly row: number;
  readonly column: number;
  readonly count: number;
  readonly expected: number;
  /** The standardized residual: (count − expected) / standard error. */
  readonly residual: number;
}

/** The expected count of each cell if rows and columns are independent. */
export function expectedCells(table: readonly (readonly number[])[]): TableCell[] {
  const rows = table.map(sum);
  const columns = (table[0] ?? []).map((_, at) => sum(table.map((row) => row[at] ?? 0)));
  const total = sum(rows);
  return table.flatMap((counts, row) =>
    counts.flatMap((count, column) => {
      const [inRow, inColumn] = [rows[row] ?? 0, columns[column] ?? 0];
      if (inRow === 0 || inColumn === 0) return [];
      const expected = (inRow * inColumn) / total;
      const variance = expected * (1 - inRow / total) * (1 - inColumn / total);
      const residual = variance > 0 ? (count - expected) / Math.sqrt(variance) : 0;
      return { row, column, count, expected, residual };
    }),
  );
}

/** Pearson's chi-square test without continuity correction, with Cramér's V. */
export function testIndependence(cells: readonly TableCell[]): TestOutcome | null {
  const rows = new Set(cells.map(({ row }) => row)).size;
  const columns = new Set(cells.map(({ column }) => column)).size;
  if (rows < 2 || columns < 2) return null;
  const df = (rows - 1) * (columns - 1);
  const statistic = sum(cells.map(({ count, expected }) => (count - expected) ** 2 / expected));
  const scale = sum(cells.map(({ count }) => count)) * (Math.min(rows, columns) - 1);
  return {
    statistic,
    df,
    residualDf: null,
    p: chiSquareUpperP(statistic, df),
    effectSize: Math.min(1, Math.sqrt(statistic / scale)),
    interval: intervalOfV(statistic, df, scale),
  };
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
