/**
 * `tsx bench/analysis/duplicates.ts`: what the duplicates analysis takes and what it finds. Each
 * measurement has a process of its own, so that its memory is its own.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { duplicates } from '../../src/analyses/types/duplicates/duplicates.ts';
import { readBenchQuestions } from '../question-data.ts';
import { makeUpQuestions } from './made-up-questions.ts';
import type { BenchRow } from './measure.ts';

interface Measurement {
  readonly method: string;
  readonly count: number;
  readonly isMadeUp: boolean;
}

interface Measured {
  readonly questions: number;
  readonly cpuSeconds: number;
  readonly peakMemoryMb: number;
  readonly methods: readonly string[];
  /** The pairs alike by letters, as "a b". */
  readonly pairs: readonly string[];
}

const threshold = 0.7;
const real = 100_000;
const rival = 'datasketch (Python): 45 s, recall .989';

export function benchDuplicates(): BenchRow[] {
  const exact = measureApart({ method: 'exact', count: real, isMadeUp: false });
  const known = new Set(exact.pairs);
  const rows = ['auto', 'minhash'].map((method) => {
    const measured = measureApart({ method, count: real, isMadeUp: false });
    const found = measured.pairs.filter((pair) => known.has(pair)).length;
    return rowOf(`duplicates, ${method}`, measured, `recall ${(found / known.size).toFixed(4)}`);
  });
  const growth = [100_000, 300_000, 1_000_000].map((count) => {
    const measured = measureApart({ method: 'auto', count, isMadeUp: true });
    const accuracy = `${measured.pairs.length} pairs (${measured.methods.join(' + ')})`;
    return rowOf(`duplicates, ${count.toLocaleString('en')} made up`, measured, accuracy);
  });
  return [rowOf('duplicates, exact', exact, `${known.size} pairs, all`), ...rows, ...growth];
}

function rowOf(type: string, measured: Measured, accuracy: string): BenchRow {
  const { questions, cpuSeconds, peakMemoryMb } = measured;
  const questionsPerSecond = Math.round(questions / cpuSeconds);
  // The rival was measured on the real questions.
  const rivalHere = type.endsWith('made up') ? '–' : rival;
  return { type, questionsPerSecond, cpuSeconds, peakMemoryMb, accuracy, rival: rivalHere };
}

function measureApart(measurement: Measurement): Measured {
  const file = fileURLToPath(import.meta.url);
  const args = ['--import', 'tsx', file, JSON.stringify(measurement)];
  const output = execFileSync(process.execPath, args, { maxBuffer: 2 ** 30, encoding: 'utf8' });
  return JSON.parse(output);
}

async function measure({ method, count, isMadeUp }: Measurement): Promise<Measured> {
  const pages = isMadeUp ? makeUpQuestions(count) : await readPages(count);
  const parameters = duplicates.parameters.parse({ method, threshold, max_pairs: 100_000 });
  const control = { progress: () => {}, signal: { aborted: false }, total: count };
  const before = threadSeconds();
  const { summary, pairs } = await duplicates.run(pages, parameters, control);
  const cpuSeconds = threadSeconds() - before;
  return {
    questions: summary.evaluated,
    cpuSeconds: Number(cpuSeconds.toFixed(2)),
    peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 1024),
    methods: summary.methods,
    pairs: pairs.filter(({ jaccard }) => jaccard >= threshold).map(({ a, b }) => `${a} ${b}`),
  };
}

/** Read before the clock starts: the analysis is measured, not the reading of a file. */
async function readPages(count: number): Promise<AnalysisQuestion[][]> {
  const pages: AnalysisQuestion[][] = [];
  let page: AnalysisQuestion[] = [];
  let index = 0;
  for await (const question of readBenchQuestions(count)) {
    const id = `q-${String(index).padStart(8, '0')}`;
    page.push({ id, version: 1, incorrectAnswers: [], ...question });
    index += 1;
    if (page.length === 1000 || index === count) {
      pages.push(page);
      page = [];
    }
  }
  return pages;
}

/** CPU time of this thread alone, on Linux; elsewhere of the process, its collector included. */
function threadSeconds(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e9;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , asked] = process.argv;
  if (asked) console.log(JSON.stringify(await measure(JSON.parse(asked))));
  else console.table(benchDuplicates());
}
