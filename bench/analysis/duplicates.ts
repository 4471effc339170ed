/**
 * `npx tsx bench/analysis/duplicates.ts`: cost and recall of the duplicates analysis. Each
 * measurement runs in its own process, so that peak memory is not shared.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { duplicates } from '../../src/analyses/types/duplicates/duplicates.ts';
import { readBenchQuestions } from '../question-data.ts';
import { generateQuestions } from './generated-questions.ts';
import type { BenchRow } from './measure.ts';

interface Measurement {
  readonly method: string;
  readonly count: number;
  readonly isGenerated: boolean;
}

interface Measured {
  readonly questions: number;
  readonly cpuSeconds: number;
  readonly peakMemoryMb: number;
  readonly methods: readonly string[];
  /** Pairs with similar letters, as "a b". */
  readonly pairs: readonly string[];
}

const threshold = 0.7;
const real = 100_000;
const reference = 'datasketch (Python): 45 s, recall .989';

export function benchDuplicates(): BenchRow[] {
  const exact = measureInProcess({ method: 'exact', count: real, isGenerated: false });
  const known = new Set(exact.pairs);
  const rows = ['auto', 'minhash'].map((method) => {
    const measured = measureInProcess({ method, count: real, isGenerated: false });
    const found = measured.pairs.filter((pair) => known.has(pair)).length;
    return rowOf(`duplicates, ${method}`, measured, `recall ${(found / known.size).toFixed(4)}`);
  });
  const growth = [100_000, 300_000, 1_000_000].map((count) => {
    const measured = measureInProcess({ method: 'auto', count, isGenerated: true });
    const accuracy = `${measured.pairs.length} pairs (${measured.methods.join(' + ')})`;
    return rowOf(`duplicates, ${count.toLocaleString('en')} generated`, measured, accuracy);
  });
  return [rowOf('duplicates, exact', exact, `${known.size} pairs, all`), ...rows, ...growth];
}

function rowOf(type: string, measured: Measured, accuracy: string): BenchRow {
  const { questions, cpuSeconds, peakMemoryMb } = measured;
  const questionsPerSecond = Math.round(questions / cpuSeconds);
  // The comparable tool was measured on the real questions.
  const rowReference = type.endsWith('generated') ? '–' : reference;
  return { type, questionsPerSecond, cpuSeconds, peakMemoryMb, accuracy, reference: rowReference };
}

function measureInProcess(measurement: Measurement): Measured {
  const file = fileURLToPath(import.meta.url);
  const args = ['--import', 'tsx', file, JSON.stringify(measurement)];
  const output = execFileSync(process.execPath, args, { maxBuffer: 2 ** 30, encoding: 'utf8' });
  return JSON.parse(output);
}

async function measure({ method, count, isGenerated }: Measurement): Promise<Measured> {
  const pages = isGenerated ? generateQuestions(count) : await readPages(count);
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

/** Read before the measurement starts, so that it excludes reading the file. */
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

/** CPU time of this thread on Linux; elsewhere of the process, garbage collection included. */
function threadSeconds(): number {
  try {
    return Number(readFileSync('/proc/thread-self/schedstat', 'utf8').split(' ')[0]) / 1e9;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [, , argument] = process.argv;
  if (argument) console.log(JSON.stringify(await measure(JSON.parse(argument))));
  else console.table(benchDuplicates());
}
