import type { AnalysisType } from '../analyses/analysis-type.ts';
import { fieldAt, type ReportTable, readColumns, unitOf } from '../analyses/report.ts';
import { durationOf } from '../db/analysis-read.ts';
import { csvHead, csvRow } from './csv-table.ts';
import { formatValue } from './format-cell.ts';
import { createMarkdownTable, escapeMarkdown } from './markdown-table.ts';
import { countRows, type ReportSource, type Row, readRows } from './read-rows.ts';
import { createTextTable, type TextStyle } from './text-table.ts';

export interface ReportOptions {
  /** All rows of every table, not only the first ones. */
  readonly all: boolean;
  /** Only this table. */
  readonly table: string | undefined;
  /** How the rest of a table is seen, where not all of it is shown. */
  readonly seeAll: string;
}

const rowsShown = 10;

/** The table with this name; the first one if none is given. */
export function findTable(
  { report }: AnalysisType,
  name: string | undefined,
): ReportTable | undefined {
  return name === undefined ? report[0] : report.find((table) => table.name === name);
}

/** One table as CSV, with all its rows. */
export async function* printCsv(
  type: AnalysisType,
  source: ReportSource,
  { table: name }: ReportOptions,
): AsyncGenerator<string> {
  const table = findTable(type, name) ?? type.report[0];
  const columns = readColumns(type.result, table);
  yield csvHead(columns);
  for await (const rows of readRows(source, table, columns)) {
    yield rows.map((row) => csvRow(columns, row)).join('');
  }
}

/** The figures and tables as aligned text. */
export async function* printText(
  type: AnalysisType,
  source: ReportSource,
  options: ReportOptions,
  style: TextStyle,
): AsyncGenerator<string> {
  const figures = listFigures(type, source);
  const width = Math.max(...figures.map(([name]) => name.length));
  yield `${style.bold(headline(source))}\n\n`;
  yield figures.map(([name, value]) => `  ${name.padEnd(width)}  ${value}\n`).join('');
  const warnings = listWarnings(source);
  if (warnings.length > 0) {
    yield `\n${style.bold('Warnings')}\n${warnings.map(({ code, detail }) => `  ${code}: ${detail}\n`).join('')}`;
  }
  yield* printTables(type, source, options, {
    title: (text) => `\n${style.bold(text)}\n`,
    table: (columns) => createTextTable(columns, style),
  });
  yield `\nSaved as analysis ${source.run.id}.\n`;
}

/** The same as Markdown. */
export async function* printMarkdown(
  type: AnalysisType,
  source: ReportSource,
  options: ReportOptions,
): AsyncGenerator<string> {
  yield `# ${headline(source)}\n\n| figure | value |\n| --- | --- |\n`;
  yield listFigures(type, source)
    .map(([name, value]) => `| ${name} | ${escapeMarkdown(value)} |\n`)
    .join('');
  for (const { code, detail } of listWarnings(source)) {
    yield `\n> **${escapeMarkdown(code)}**: ${escapeMarkdown(detail)}\n`;
  }
  yield* printTables(type, source, options, {
    title: (text) => `\n## ${text}\n\n`,
    table: createMarkdownTable,
  });
}

interface Layout {
  title(text: string): string;
  table(columns: ReturnType<typeof readColumns>): (rows: readonly Row[]) => string[];
}

async function* printTables(
  type: AnalysisType,
  source: ReportSource,
  { all, table: name, seeAll }: ReportOptions,
  layout: Layout,
): AsyncGenerator<string> {
  for (const table of type.report.filter((each) => name === undefined || each.name === name)) {
    const total = countRows(source, table.rows);
    if (total === 0) continue;
    const declared = readColumns(type.result, table);
    let render: ReturnType<Layout['table']> | undefined;
    let kept: number[] = [];
    let printed = 0;
    for await (const rows of readRows(source, table, declared)) {
      if (rows.length === 0) continue;
      if (!render) {
        // A column without any value, such as the topic of cells without one, is noise.
        kept = declared.flatMap((_, at) => (rows.some((row) => hasValue(row, at)) ? [at] : []));
        render = layout.table(declared.filter((_, at) => kept.includes(at)));
        const count = all ? rowsShown : (total ?? rows.length);
        yield layout.title(titleOf(table, total, count, seeAll));
      }
      const shown = all ? rows : rows.slice(0, rowsShown - printed);
      const cells = shown.map((row) => row.filter((_, at) => kept.includes(at)));
      yield `${render(cells).join('\n')}\n`;
      printed += shown.length;
      if (!all && printed >= rowsShown) break;
    }
  }
}

function hasValue(row: Row, at: number): boolean {
  const value = row[at]?.value;
  return value !== null && value !== undefined && !(Array.isArray(value) && value.length === 0);
}

function titleOf(
  { name }: ReportTable,
  total: number | undefined,
  count: number,
  seeAll: string,
): string {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ');
  if (count <= rowsShown) return title;
  const of =
    total === undefined ? `first ${rowsShown}` : `${rowsShown} of ${count.toLocaleString('en')}`;
  return `${title} (${of}; ${seeAll})`;
}

function headline({ run }: ReportSource): string {
  const { analysisType, questionCount, status } = run;
  const duration = durationOf(run);
  const took = duration === null ? '' : ` in ${(duration / 1000).toFixed(1)} s`;
  return `${analysisType}, ${questionCount.toLocaleString('en')} questions, ${status.toLowerCase()}${took}`;
}

/** The figures of the summary; lists of objects are tables. */
function listFigures(type: AnalysisType, { run }: ReportSource): [name: string, value: string][] {
  return Object.entries(run.summary ?? {}).flatMap(([name, value]): [string, string][] => {
    if (value === null || (Array.isArray(value) && typeof value[0] === 'object')) return [];
    const unit = unitOf(name, fieldAt(type.result, `summary.${name}`));
    return [[name.replaceAll('_', ' '), formatValue(value, unit)]];
  });
}

function listWarnings({ details }: ReportSource) {
  const { warnings = [] } = details as { warnings?: { code: string; detail: string }[] };
  return warnings;
}
