import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { readBenchQuestions } from '../question-data.ts';

/** The cost of one run of a type over the bench questions. */
export interface Measured {
  readonly type: string;
  /** Excludes the time of reading the questions. */
  readonly questionsPerSecond: number;
  /** Of the whole process, including Node.js and tsx (about 90 MB). */
  readonly peakMemoryMb: number;
  readonly cpuSeconds: number;
}

/** A row of the table of analyses. */
export interface BenchRow extends Measured {
  readonly accuracy: string;
  readonly reference: string;
}

export const benchCount = 100_000;
const pageSize = 1000;

/** Runs one type in its own process, so that peak memory is its own. */
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

/** Whether the file of this URL is what is run. */
export function isMain(url: string): boolean {
  return url === pathToFileURL(process.argv[1] ?? '').href;
}

/** Prints a benchmark that was started directly: `npx tsx bench/analysis/quality.ts`. */
export async function printWhenMain(url: string, bench: () => Promise<BenchRow[]>): Promise<void> {
  if (isMain(url)) console.table(await bench());
}
