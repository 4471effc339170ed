import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { readBenchQuestions } from '../question-data.ts';

/** What one run of a type over the bench questions took. */
export interface Measured {
  readonly type: string;
  /** Time spent on reading the questions is left out. */
  readonly questionsPerSecond: number;
  /** Of the whole process, Node.js and its reader of TypeScript (about 90 MB) with it. */
  readonly peakMemoryMb: number;
  readonly cpuSeconds: number;
}

/** A line of the table of analyses. */
export interface BenchRow extends Measured {
  readonly accuracy: string;
  readonly rival: string;
}

export const benchCount = 100_000;
const pageSize = 1000;

/** Runs one type in a process of its own, so that nothing else counts as its memory. */
export async function measureType(
  type: string,
  parameters: object = {},
  count = benchCount,
): Promise<Measured> {
  const program = fileURLToPath(new URL('measured-run.ts', import.meta.url));
  const given = [type, JSON.stringify(parameters), String(count)];
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--import',
    'tsx',
    program,
    ...given,
  ]);
  return JSON.parse(stdout) as Measured;
}

/** The bench questions in pages, as an analysis reads them. */
export async function* readBenchPages(count: number): AsyncGenerator<AnalysisQuestion[]> {
  let page: AnalysisQuestion[] = [];
  let read = 0;
  for await (const question of readBenchQuestions(count)) {
    const id = `00000000-0000-4000-8000-${String(read).padStart(12, '0')}`;
    page.push({ ...question, id, version: 1, incorrectAnswers: [] });
    read += 1;
    if (page.length < pageSize) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

export function percent(part: number, whole: number): string {
  return `${((100 * part) / whole).toFixed(2)} %`;
}

/** Prints a bench that was started by itself: `npx tsx bench/analysis/quality.ts`. */
export async function printWhenMain(url: string, bench: () => Promise<BenchRow[]>): Promise<void> {
  if (url === pathToFileURL(process.argv[1] ?? '').href) console.table(await bench());
}
