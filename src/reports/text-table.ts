import type { ReportColumn } from '../analyses/report.ts';
import { formatColumn, isNumeric } from './format-cell.ts';
import { type Cell, hasValue, type Row } from './read-rows.ts';

/** How the output is shown: null width cuts nothing. */
export interface TextStyle {
  readonly width: number | null;
  readonly bold: (text: string) => string;
}

const indent = '  ';
const gap = '  ';
const minWidth = 8;
/** Where nothing is cut, longer cells stand out instead of pushing all others to the right. */
const maxPadding = 120;
const noCell = { value: null };

/** Renders pages of a table with the same columns; the first page decides their widths. */
export function createTextTable(
  columns: readonly ReportColumn[],
  { width, bold }: TextStyle,
): (rows: readonly Row[]) => string[] {
  const stacks = columns
    .filter(({ below }) => below === undefined)
    .map((column) => [column, ...columns.filter(({ below }) => below === column.title)]);
  const depth = Math.max(...stacks.map((stack) => stack.length));
  let widths: number[] | undefined;
  let numeric: boolean[] = [];
  return (rows) => {
    const cellsOf = (column: ReportColumn) =>
      rows.map((row) => row[columns.indexOf(column)] ?? noCell);
    const lines = Array.from({ length: depth }, (_, level) =>
      stacks.map((stack) => textsAt(stack[level], level, cellsOf)),
    );
    const head: string[] = [];
    if (!widths) {
      numeric = stacks.map((stack) => stack.every((column) => isNumeric(column, cellsOf(column))));
      const titles = stacks.map(([column]) => column?.title ?? '');
      const natural = titles.map((title, at) =>
        Math.max(...[title, ...lines.flatMap((line) => line[at] ?? [])].map(lengthOf)),
      );
      widths = narrow(natural, numeric, width);
      head.push(bold(joinCells(titles)));
    }
    return [
      ...head,
      ...rows.flatMap((_, row) =>
        lines
          .map((line) => line.map((column) => column[row] ?? ''))
          .filter((texts, level) => level === 0 || texts.some((text) => text !== ''))
          .map(joinCells),
      ),
    ];
  };

  function joinCells(texts: readonly string[]): string {
    const padded = texts.map((text, at) => {
      const own = widths?.[at] ?? 0;
      const fitted = width === null ? text : cut(text, own);
      const padding = ' '.repeat(Math.max(0, own - lengthOf(fitted)));
      return numeric[at] ? padding + fitted : fitted + padding;
    });
    return `${indent}${padded.join(gap)}`.trimEnd();
  }
}

/** Below a cell, nothing stands for no value, and what is on a third line has its heading. */
function textsAt(
  column: ReportColumn | undefined,
  level: number,
  cellsOf: (column: ReportColumn) => readonly Cell[],
): string[] {
  if (!column) return [];
  const cells = cellsOf(column);
  const texts = formatColumn(column, cells);
  if (level === 0) return texts;
  const prefix = level > 1 ? `${column.title}: ` : '';
  return texts.map((text, row) => (hasValue(cells[row]) ? prefix + text : ''));
}

/** Narrows the widest texts until the line fits. */
function narrow(
  natural: readonly number[],
  numeric: readonly boolean[],
  width: number | null,
): number[] {
  if (width === null) return natural.map((each) => Math.min(each, maxPadding));
  const widths = [...natural];
  const sum = () =>
    widths.reduce((total, each) => total + each + gap.length, indent.length - gap.length);
  const isText = (at: number) => !numeric[at];
  while (sum() > width) {
    const texts = widths.map((each, at) => (isText(at) ? each : 0));
    const widest = texts.indexOf(Math.max(...texts));
    if ((widths[widest] ?? 0) <= minWidth) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function lengthOf(text: string): number {
  return [...text].length;
}

function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width
    ? text
    : `${characters
        .slice(0, width - 1)
        .join('')
        .trimEnd()}…`;
}
