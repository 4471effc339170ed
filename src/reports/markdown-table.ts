import type { ReportColumn } from '../analyses/report.ts';
import { formatColumn, isNumeric } from './format-cell.ts';
import type { Row } from './read-rows.ts';

/** Renders pages of a table with the same columns. */
export function createMarkdownTable(
  columns: readonly ReportColumn[],
): (rows: readonly Row[]) => string[] {
  let isFirst = true;
  return (rows) => {
    const cellsOf = (at: number) => rows.map((row) => row[at] ?? { value: null });
    const cells = columns.map((column, at) => formatColumn(column, cellsOf(at)));
    const lines = rows.map((_, row) =>
      lineOf(cells.map((column) => escapeMarkdown(column[row] ?? ''))),
    );
    if (!isFirst) return lines;
    isFirst = false;
    const sides = columns.map((column, at) => (isNumeric(column, cellsOf(at)) ? '--:' : '---'));
    return [lineOf(columns.map(({ title }) => title)), lineOf(sides), ...lines];
  };
}

function lineOf(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** Texts of questions are shown, not interpreted; an underscore inside a word is only shown anyway. */
export function escapeMarkdown(text: string): string {
  return text
    .replace(/[\\`*[\]<>|~]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])/gu, '\\$&')
    .replace(/&(?=[#\w])/g, '\\&');
}

/** The same of a sentence of ours, which names fields as code. */
export function escapeProse(text: string): string {
  return text
    .split(/(`[^`]+`)/)
    .map((part, at) => (at % 2 === 1 ? part : escapeMarkdown(part)))
    .join('');
}
