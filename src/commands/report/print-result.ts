import type { AnalysisType } from '../../analyses/analysis-type.ts';
import { type AnalysisRecord, readDetails } from '../../db/analysis-read.ts';
import type { Database } from '../../db/database.ts';
import { printCsv, printMarkdown, printText } from '../../reports/print-report.ts';
import type { CommandContext } from '../command-context.ts';
import { writeTo } from '../command-io.ts';
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
  const printReport = csv ? printCsv : md ? printMarkdown : printText;
  for await (const text of printReport(
    type,
    source,
    { all: all === true, table, seeAll: '--all prints all' },
    style,
  )) {
    if (!(await writeTo(stdout, text))) return;
  }
}
