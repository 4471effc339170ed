import type { ReportColumn } from '../analyses/report.ts';
import { formatColumn } from './format-cell.ts';
import type { Row } from './read-rows.ts';

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
  const shown = columns.filter(({ below }) => below === undefined);
  const isStacked = shown.length < columns.length;
  let widths: number[] | undefined;
  let numeric: boolean[] = [];
  return (rows) => {
    const textsOf = (column: ReportColumn | undefined) =>
      column
        ? formatColumn(
            column,
            rows.map((row) => row[columns.indexOf(column)] ?? noCell),
          )
        : [];
    const lines = [
      shown.map(textsOf),
      shown.map(({ title }) => textsOf(columns.find(({ below }) => below === title))),
    ].slice(0, isStacked ? 2 : 1);
    const head: string[] = [];
    if (!widths) {
      numeric = shown.map(
        (column) =>
          column.unit !== 'difficulty' &&
          rows.every((row) => isNumeric(row[columns.indexOf(column)]?.value)),
      );
      const natural = shown.map(({ title }, at) =>
        Math.max(...[title, ...lines.flatMap((line) => line[at] ?? [])].map(lengthOf)),
      );
      widths = narrow(natural, numeric, width);
      head.push(bold(joinCells(shown.map(({ title }) => title))));
    }
    return [
      ...head,
      ...rows.flatMap((_, row) =>
        lines.map((line) => joinCells(line.map((column) => column[row] ?? ''))),
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

function isNumeric(value: unknown): boolean {
  return typeof value === 'number' || value === null || value === undefined;
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
