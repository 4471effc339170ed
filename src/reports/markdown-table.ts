import type { ReportColumn } from '../analyses/report.ts';
import { formatColumn } from './format-cell.ts';
import type { Row } from './read-rows.ts';

/** Renders pages of a table with the same columns. */
export function createMarkdownTable(
  columns: readonly ReportColumn[],
): (rows: readonly Row[]) => string[] {
  let isFirst = true;
  return (rows) => {
    const cells = columns.map((column, at) =>
      formatColumn(
        column,
        rows.map((row) => row[at] ?? { value: null }),
      ),
    );
    const lines = rows.map((_, row) =>
      lineOf(cells.map((column) => escapeMarkdown(column[row] ?? ''))),
    );
    if (!isFirst) return lines;
    isFirst = false;
    const sides = columns.map((_, at) =>
      rows.every((row) => typeof row[at]?.value === 'number') ? '--:' : '---',
    );
    return [lineOf(columns.map(({ title }) => title)), lineOf(sides), ...lines];
  };
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Texts of questions are shown, not interpreted. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_[\]<>|~]/g, '\\$&').replace(/&(?=[#\w])/g, '\\&');
}
