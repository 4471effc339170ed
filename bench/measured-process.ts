import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { cpuOf } from './cpu-time.ts';

/** A server in its own process, whose CPU time and memory can be read. */
export interface MeasuredProcess {
  readonly url: string;
  readonly pid: number;
  /** CPU milliseconds since it started, user and system. */
  cpu(): number;
  /** Resident memory in bytes: current, and the peak since the last reset. */
  memory(): { readonly now: number; readonly peak: number };
  resetPeak(): void;
  stop(): Promise<void>;
}

/**
 * The service as started by `npm start`, in production and without rate limits; with the PostgreSQL of
 * its DATA_DIR when no URL is given.
 */
export async function startService(
  databaseUrl: string | undefined,
  settings: Record<string, string> = {},
): Promise<MeasuredProcess> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  const { scripts } = JSON.parse(text) as { scripts: { start: string } };
  return startProcess(scripts.start.split(' ').slice(1), {
    ...(databaseUrl && { DATABASE_URL: databaseUrl }),
    PORT: '0',
    LOG_LEVEL: 'info',
    NODE_ENV: 'production',
    RATE_LIMIT: 'off',
    ...settings,
  });
}

export async function startProcess(
  args: string[],
  env: Record<string, string> = {},
): Promise<MeasuredProcess> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  // The service greets on standard error; what it says matters only when it fails.
  let said = '';
  child.stderr.on('data', (chunk) => {
    said += chunk;
  });
  child.once('exit', (code) => {
    if (code) console.error(said);
  });
  const url = await readUrl(child);
  return {
    url,
    pid: child.pid ?? 0,
    cpu: () => cpuOf(child.pid ?? 0),
    memory: () => readMemory(child.pid ?? 0),
    resetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      await once(child, 'exit');
    },
  };
}

async function readUrl(child: ChildProcess): Promise<string> {
  if (!child.stdout) throw new Error('The child process has no stdout');
  for await (const line of createInterface({ input: child.stdout })) {
    const [url] = /http:\/\/[\d.]+:\d+/.exec(line) ?? [];
    if (url) {
      child.stdout.resume();
      return url;
    }
  }
  throw new Error('The server exited before listening');
}

function readMemory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (field: string) =>
    Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}
