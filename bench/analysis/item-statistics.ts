/**
 * `npx tsx bench/analysis/item-statistics.ts`: responses simulated by a 2PL model, always the same,
 * and the accuracy on LSAT6 compared to R. Each measurement runs in its own process, so that peak
 * memory is not shared.
 */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { AnalysisQuestion } from '../../src/analyses/analysis-type.ts';
import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import { itemStatistics } from '../../src/analyses/types/item-statistics/item-statistics.ts';
import { lsat6Ids, lsat6Scores } from '../../test/analyses/lsat6.ts';
import { type BenchRow, printWhenMain } from './measure.ts';
import { createNormal } from './normal.ts';
import { simulateItemFlags } from './simulated-responses.ts';

interface Measurement {
  readonly model: 'none' | '2pl';
  readonly questions: number;
  readonly respondents: number;
  /** The share of missing responses. */
  readonly missing: number;
}

const measurements: readonly Measurement[] = [
  { model: 'none', questions: 1000, respondents: 1000, missing: 0 },
  { model: '2pl', questions: 1000, respondents: 1000, missing: 0 },
  { model: '2pl', questions: 1000, respondents: 1000, missing: 0.1 },
  { model: '2pl', questions: 20, respondents: 50_000, missing: 0 },
  { model: '2pl', questions: 50, respondents: 1000, missing: 0 },
];

/** R 4.2.2 on the same machine, with 1,000 respondents to 50 questions simulated in the same way. */
const reference = 'R, 50 × 1,000: ltm(x ~ z1) 6.1 s of CPU, psych::alpha(x) 0.93 s';

/** ltm(LSAT ~ z1, control = list(GHk = 61, iter.em = 100)), ltm 1.2-0. */
const ltmB = [-3.3588128988, -1.3700569021, -0.2796664289, -1.8663801247, -3.1259013967];
const ltmA = [0.825658949, 0.7227449273, 0.8908725823, 0.6883685144, 0.6568574125];
const ltmLogLikelihood = -2466.653377;

export async function benchItemStatistics(): Promise<BenchRow[]> {
  const accuracy = await compareLsat6();
  const rows: BenchRow[] = [];
  for (const measurement of measurements) {
    const { cpuSeconds, peakMemoryMb, recovery } = await measureInProcess(measurement);
    const { model, questions, respondents, missing } = measurement;
    const gaps = missing > 0 ? `, ${100 * missing} % missing` : '';
    rows.push({
      type: `item_statistics (${model}, ${questions} × ${respondents.toLocaleString('en')}${gaps})`,
      questionsPerSecond: Math.round(questions / cpuSeconds),
      peakMemoryMb,
      cpuSeconds,
      accuracy: recovery ?? `${accuracy}; ${await simulateItemFlags()}`,
      reference: `${reference}; here ${Math.round(respondents / cpuSeconds)} respondents/s`,
    });
  }
  return rows;
}

async function compareLsat6(): Promise<string> {
  const responses = { question_ids: lsat6Ids, scores: lsat6Scores };
  const { items, test } = await run(lsat6Ids, { items: 'all', model: '2pl', responses });
  const maxError = (field: 'a' | 'b', expected: readonly number[]) =>
    Math.max(
      ...items.map(({ question_id, [field]: value }) => {
        return Math.abs((value ?? Number.NaN) - (expected[Number(question_id) - 1] ?? Number.NaN));
      }),
    ).toExponential(0);
  const difference = Math.abs((test.log_likelihood ?? Number.NaN) - ltmLogLikelihood).toExponential(
    0,
  );
  return `LSAT6: a within ${maxError('a', ltmA)}, b ${maxError('b', ltmB)}, log-likelihood ${difference} of ltm's`;
}

interface Measured {
  readonly cpuSeconds: number;
  readonly peakMemoryMb: number;
  readonly recovery: string | null;
}

async function measureInProcess(measurement: Measurement): Promise<Measured> {
  const program = fileURLToPath(import.meta.url);
  const args = ['--import', 'tsx', program, JSON.stringify(measurement)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as Measured;
}

async function measure({ model, questions, respondents, missing }: Measurement): Promise<Measured> {
  const random = createRandom(1);
  const normal = createNormal(random);
  const a = Array.from({ length: questions }, () => Math.exp(0.3 * normal()));
  const b = Array.from({ length: questions }, () => normal());
  const scores = Array.from({ length: respondents }, () => {
    const ability = normal();
    return a.map((slope, at) => {
      if (random() < missing) return null;
      return Number(random() < 1 / (1 + Math.exp(-slope * (ability - (b[at] ?? 0)))));
    });
  });
  const ids = a.map((_slope, at) => String(at));
  const before = process.cpuUsage();
  const responses = { question_ids: ids, scores };
  const { items } = await run(ids, { items: 'all', model, responses });
  const { user, system } = process.cpuUsage(before);
  const errors = items.flatMap(({ question_id, b: found }) => {
    return found === null ? [] : [(found - (b[Number(question_id)] ?? 0)) ** 2];
  });
  const meanSquare = errors.reduce((sum, error) => sum + error, 0) / errors.length;
  return {
    cpuSeconds: Number(((user + system) / 1e6).toFixed(2)),
    peakMemoryMb: Math.round(process.resourceUsage().maxRSS / 1024),
    recovery:
      model === 'none' ? null : `b recovered within ${Math.sqrt(meanSquare).toFixed(3)} (rms)`,
  };
}

/** Also validates the parameters, like a request. */
function run(ids: readonly string[], parameters: object) {
  const questions = ids.map(
    (id): AnalysisQuestion => ({
      id,
      version: 1,
      questionText: `Question ${id}?`,
      correctAnswer: 'Answer',
      incorrectAnswers: [],
      category: 'Science',
      difficulty: 1,
      topicFocus: null,
    }),
  );
  const control = { progress: () => {}, signal: { aborted: false } };
  return itemStatistics.run([questions], itemStatistics.parameters.parse(parameters), control);
}

const [, program, argument] = process.argv;
if (argument?.startsWith('{') && program === fileURLToPath(import.meta.url)) {
  console.log(JSON.stringify(await measure(JSON.parse(argument) as Measurement)));
} else await printWhenMain(import.meta.url, benchItemStatistics);
