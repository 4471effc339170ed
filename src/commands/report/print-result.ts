import type { AnalysisType } from '../../analyses/analysis-type.ts';
import type { ReportTable } from '../../analyses/report.ts';
import { type AnalysisRecord, readDetails } from '../../db/analysis-read.ts';
import type { Database } from '../../db/database.ts';
import { chooseTable, printCsv, printMarkdown, printText } from '../../reports/print-report.ts';
import type { ReportSource } from '../../reports/read-rows.ts';
import type { CommandContext } from '../command-context.ts';
import { type CommandIo, writeTo } from '../command-io.ts';
import { formatRun } from './format-run.ts';

export interface OutputOptions {
  readonly json?: true;
  readonly csv?: true;
  readonly md?: true;
  readonly all?: true;
  readonly table?: string;
}

const defaultWidth = 80;

/** Prints a run as its options say. */
export async function printResult(
  database: Database,
  type: AnalysisType,
  run: AnalysisRecord,
  { json, csv, md, all, table }: OutputOptions,
  { io, print }: CommandContext,
): Promise<void> {
  const details = await readDetails(database, run.id);
  if (json) return print(await formatRun(database, run, details));
  const { stdout } = io;
  const isColored = stdout.hasColors?.() ?? false;
  const style = {
    width: stdout.isTTY ? (stdout.columns ?? defaultWidth) : null,
    bold: (text: string) => (isColored ? `\u001b[1m${text}\u001b[22m` : text),
  };
  const source = { database, run, details };
  const options = { all: all === true, table, seeAll: md ? undefined : '--all prints all' };
  const printed = csv
    ? printCsv(type, source, await tableForCsv(type, source, table, io))
    : md
      ? printMarkdown(type, source, options)
      : printText(type, source, options, style);
  for await (const text of printed) {
    if (!(await writeTo(stdout, text))) return;
  }
}

/** A program that reads the rows has to know which table they are of. */
async function tableForCsv(
  type: AnalysisType,
  source: ReportSource,
  asked: string | undefined,
  { stderr }: CommandIo,
): Promise<ReportTable> {
  const table = await chooseTable(type, source, asked);
  const [first] = type.report;
  if (asked === undefined && table !== first) {
    stderr.write(
      `The table ${first.name} has no rows; this is ${table.name}. --table selects one.\n`,
    );
  }
  return table;
}
