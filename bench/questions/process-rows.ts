import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOfEndedChildren } from '../cpu-time.ts';
import { startService } from '../measured-process.ts';
import { type Figure, spreadOf } from './figure.ts';
import { medianOf } from './measure.ts';

const runs = 5;
/** Background work starts 2 s after the service; its memory counts. */
const idleMs = 8000;

const main = new URL('../../dist/bundle/quaestor.cjs', import.meta.url).pathname;

/** From the start of the process, with its own PostgreSQL and the sample questions, to the first answer. */
export async function measureStart(): Promise<Figure[]> {
  const cpu: number[] = [];
  const times = await withSampleBank(async (settings) => {
    const all: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      const start = performance.now();
      const service = await startService(undefined, settings);
      await (await fetch(`${service.url}/questions`)).arrayBuffer();
      all.push((performance.now() - start) / 1000);
      cpu.push(service.cpu() / 1000);
      await service.stop();
    }
    return all;
  });
  // On a busy machine, CPU time says more than the clock.
  const detail = `median of ${runs}; CPU of the process ${medianOf(cpu).toFixed(2)} s`;
  return [{ ...figureOf('start to the first answer', 1.2, ' s', times), detail }];
}

export async function measureMemory(): Promise<Figure[]> {
  const sizes = await withSampleBank(async (settings) => {
    const service = await startService(undefined, settings);
    try {
      await (await fetch(`${service.url}/questions`)).arrayBuffer();
      await sleep(idleMs);
      return [service.memory().now / 1e6];
    } finally {
      await service.stop();
    }
  });
  return [figureOf('idle memory of the Node process', 150, ' MB', sizes)];
}

export async function measureToken({ databaseUrl }: { databaseUrl: string }): Promise<Figure[]> {
  return [figureOf('quaestor token, CPU', 0.8, ' s', await cpuOfCommand(['token'], databaseUrl))];
}

export async function measureHelp({ databaseUrl }: { databaseUrl: string }): Promise<Figure[]> {
  return [figureOf('quaestor --help, CPU', 0.3, ' s', await cpuOfCommand(['--help'], databaseUrl))];
}

/** Runs the command once before it is measured, as a compile cache would be filled in use. */
async function cpuOfCommand(args: string[], databaseUrl: string): Promise<number[]> {
  await runCommand(args, databaseUrl);
  const times: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    const before = cpuOfEndedChildren();
    await runCommand(args, databaseUrl);
    times.push((cpuOfEndedChildren() - before) / 1000);
  }
  return times;
}

async function runCommand(args: string[], databaseUrl: string): Promise<void> {
  const child = spawn(process.execPath, [main, ...args], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DATABASE_URL: databaseUrl, LOG_LEVEL: 'error' },
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`quaestor ${args.join(' ')} exited with ${code}`);
}

/** A DATA_DIR with the sample questions, as after the first start. */
async function withSampleBank<T>(
  work: (settings: Record<string, string>) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-bench-'));
  await chmod(folder, 0o755);
  const settings = {
    DATA_DIR: folder,
    WORKERS: '1',
    RATE_LIMIT: 'on',
    ADMIN_PASSWORD: 'a password for measuring',
  };
  try {
    const first = await startService(undefined, settings);
    await first.stop();
    return await work(settings);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function figureOf(work: string, limit: number, unit: string, values: readonly number[]): Figure {
  return {
    work,
    limit,
    unit,
    value: medianOf(values),
    spread: spreadOf(values),
    detail: `median of ${values.length}`,
  };
}
