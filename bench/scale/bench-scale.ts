import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { analysisTypes } from '../../src/analyses/registry.ts';
import { readConfig } from '../../src/config.ts';
import { type BankSource, openBank } from '../open-bank.ts';
import { readVariedQuestions } from './varied-questions.ts';

const questions = 1_000_000;

const varied: BankSource = {
  files: ['bench/question-data.ts', 'bench/scale/varied-questions.ts'],
  read: readVariedQuestions,
};

interface Outcome {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  /** The error of a run that failed. */
  readonly error: string | undefined;
}

/**
 * Every analysis over a million questions with the default settings, each in a process of its own by
 * `analyze`: read from PostgreSQL, computed in a thread, saved. A run fits that succeeds within
 * ANALYSIS_MEMORY, and within ANALYSIS_TIMEOUT by its CPU time: on a busy machine a thread of the lowest
 * priority waits for most of its time.
 */
export async function benchScale(only: readonly string[] = []): Promise<void> {
  const { analysisTimeout } = readConfig({});
  const bank = await openBank(questions, varied);
  const rows: object[] = [];
  try {
    for (const { name, maxQuestions } of analysisTypes) {
      if (only.length > 0 && !only.includes(name)) continue;
      if (maxQuestions !== undefined) {
        rows.push({
          analysis: name,
          fits: `bounded: ${maxQuestions.toLocaleString('en')} questions`,
        });
        continue;
      }
      const { seconds, cpuSeconds, peakBytes, error } = await analyze(name, bank.url);
      rows.push({
        analysis: name,
        'CPU s': cpuSeconds.toFixed(1),
        seconds: seconds.toFixed(1),
        'peak MB': (peakBytes / 2 ** 20).toFixed(0),
        fits: error ?? (cpuSeconds <= analysisTimeout ? 'yes' : 'no, time'),
      });
    }
  } finally {
    await bank.close();
  }
  console.log(`${questions.toLocaleString('en')} questions`);
  console.table(rows);
}

async function analyze(type: string, databaseUrl: string): Promise<Outcome> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-scale-'));
  const meter = fileURLToPath(new URL('exit-meter.mjs', import.meta.url));
  const program = fileURLToPath(new URL('../../dist/bundle/quaestor.cjs', import.meta.url));
  const file = join(folder, 'meter.json');
  const env = {
    ...process.env,
    DATABASE_URL: databaseUrl,
    ANALYSIS_TIMEOUT: '6h',
    LOG_LEVEL: 'fatal',
    METER_FILE: file,
  };
  const started = performance.now();
  const error = await promisify(execFile)(
    process.execPath,
    ['--import', meter, program, 'analyze', type],
    { env, maxBuffer: 2 ** 28 },
  ).then(
    () => undefined,
    ({ stderr }: { stderr: string }) => `no, ${stderr.trim().split('\n').at(-1)}`,
  );
  const seconds = (performance.now() - started) / 1000;
  const measured = JSON.parse(await readFile(file, 'utf8')) as Omit<Outcome, 'seconds' | 'error'>;
  await rm(folder, { recursive: true });
  return { seconds, ...measured, error };
}
