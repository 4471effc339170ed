import type { AnalysisType } from '../analyses/analysis-type.ts';
import {
  fieldAt,
  type ReportColumn,
  type ReportTable,
  readColumns,
  titlesOf,
  unitOf,
} from '../analyses/report.ts';
import { type AnalysisRecord, durationOf } from '../db/analysis-read.ts';
import { csvHead, csvRow } from './csv-table.ts';
import { formatValue, titleOf } from './format-cell.ts';
import { createMarkdownTable, escapeMarkdown, escapeProse } from './markdown-table.ts';
import {
  countRows,
  hasRows,
  hasValue,
  type ReportSource,
  type Row,
  readRows,
} from './read-rows.ts';
import { createTextTable, type TextStyle } from './text-table.ts';

export interface ReportOptions {
  /** All rows of every table, not only the first ones. */
  readonly all: boolean;
  /** Only this table. */
  readonly table: string | undefined;
  /** How the rest of a table is seen, where not all of it is shown; undefined says nothing. */
  readonly seeAll: string | undefined;
}

const rowsShown = 10;
const pageSize = 1000;

/** The table that CSV has: the one with this name, otherwise the first with rows. */
export async function chooseTable(
  { report }: AnalysisType,
  source: ReportSource,
  name: string | undefined,
): Promise<ReportTable> {
  for (const table of report) {
    if (name === undefined ? await hasRows(source, table) : table.name === name) return table;
  }
  return report[0];
}

/** One table as CSV, with all its rows. */
export async function* printCsv(
  type: AnalysisType,
  source: ReportSource,
  table: ReportTable,
): AsyncGenerator<string> {
  const columns = readColumns(type.result, table);
  yield csvHead(columns);
  for await (const rows of readRows(source, table, columns, { isWhole: true })) {
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
    notes: (notes) => notes.map(([label, text]) => `  ${label}: ${text}\n`).join(''),
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
    yield `\n> **${escapeMarkdown(code)}**: ${escapeProse(detail)}\n`;
  }
  yield* printTables(type, source, options, {
    title: (text) => `\n## ${text}\n\n`,
    table: createMarkdownTable,
    notes: (notes) =>
      notes
        .map(([label, text]) => `- **${escapeMarkdown(label)}**: ${escapeProse(text)}\n`)
        .join(''),
  });
}

type Note = readonly [label: string, text: string];

interface Layout {
  title(text: string): string;
  table(columns: readonly ReportColumn[]): (rows: readonly Row[]) => string[];
  notes(notes: readonly Note[]): string;
}

async function* printTables(
  type: AnalysisType,
  source: ReportSource,
  { all, table: name, seeAll }: ReportOptions,
  layout: Layout,
): AsyncGenerator<string> {
  for (const table of type.report.filter((each) => name === undefined || each.name === name)) {
    const total = await countRows(source, table);
    const declared = readColumns(type.result, table);
    const noted = table.notes ? readColumns(type.result, { ...table, columns: table.notes }) : [];
    const pageRows = all ? pageSize : rowsShown;
    let render: ((rows: readonly Row[]) => string[]) | undefined;
    for await (const rows of readRows(source, table, [...declared, ...noted], { pageRows })) {
      if (!render) {
        const isOnly = !all || rows.length < pageSize;
        render = createRenderer(declared, isOnly ? rows : [], layout);
        yield layout.title(headingOf(table, all ? rows.length : total, rows.length, seeAll));
      }
      yield `${render(rows.map((row) => row.slice(0, declared.length))).join('\n')}\n`;
      const notes = rows.flatMap((row) => noteOf(row.slice(declared.length)));
      if (notes.length > 0) yield `\n${layout.notes(notes)}`;
      if (!all) break;
    }
  }
}

/** Runs of earlier releases may lack the text. */
function noteOf([label, text]: Row): Note[] {
  return hasValue(text) ? [[formatValue(label?.value), formatValue(text?.value)]] : [];
}

/** A column without any value, such as the topic of cells without one, is noise. */
function createRenderer(
  declared: readonly ReportColumn[],
  allRows: readonly Row[],
  layout: Layout,
): (rows: readonly Row[]) => string[] {
  const isKept = (at: number) => allRows.length === 0 || allRows.some((row) => hasValue(row[at]));
  const kept = declared.flatMap((_, at) => (isKept(at) ? [at] : []));
  const render = layout.table(declared.filter((_, at) => kept.includes(at)));
  return (rows) => render(rows.map((row) => row.filter((_, at) => kept.includes(at))));
}

/** `total` is undefined where it is not known. */
function headingOf(
  { name }: ReportTable,
  total: number | undefined,
  shown: number,
  seeAll: string | undefined,
): string {
  const title = `${name.charAt(0).toUpperCase()}${name.slice(1)}`.replaceAll('_', ' ');
  if (total === undefined ? shown < rowsShown : total <= shown) return title;
  const of = total === undefined ? `first ${shown}` : `${shown} of ${total.toLocaleString('en')}`;
  return `${title} (${of}${seeAll === undefined ? '' : `; ${seeAll}`})`;
}

function headline({ run }: ReportSource): string {
  const { analysisType, questionCount, status } = run;
  const duration = durationOf(run);
  const took = duration === null ? '' : ` in ${(duration / 1000).toFixed(1)} s`;
  const questions = `${questionCount.toLocaleString('en')} ${questionCount === 1 ? 'question' : 'questions'}`;
  return `${analysisType}, ${questions}, ${status.toLowerCase()}${took}`;
}

/** What was asked for, and the figures of the summary; lists of objects are tables. */
function listFigures(type: AnalysisType, { run }: ReportSource): [name: string, value: string][] {
  const figures = Object.entries(run.summary ?? {}).flatMap(([name, value]): [string, string][] => {
    if (value === null || (Array.isArray(value) && typeof value[0] === 'object')) return [];
    const field = fieldAt(type.result, `summary.${name}`);
    const shown = formatValue(titleOf(value, titlesOf(field)), unitOf(name, field));
    return [[name.replaceAll('_', ' '), shown]];
  });
  return [...describeParameters(type, run), ...figures];
}

/** Of a run by an earlier release, parameters may be no longer valid. */
function describeParameters(type: AnalysisType, { parameters }: AnalysisRecord) {
  if (!type.describeParameters) return [];
  const { data } = type.parameters.safeParse(parameters);
  return data ? Object.entries(type.describeParameters(data)) : [];
}

function listWarnings({ details }: ReportSource) {
  const { warnings = [] } = details as { warnings?: { code: string; detail: string }[] };
  return warnings;
}
