import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';

/** A server in its own process, whose CPU time and memory can be read. */
export interface MeasuredProcess {
  readonly url: string;
  /** CPU milliseconds since it started, user and system. */
  cpu(): number;
  /** Resident memory in bytes: current, and the peak since the last reset. */
  memory(): { readonly now: number; readonly peak: number };
  resetPeak(): void;
  stop(): Promise<void>;
}

/** The service as started by `npm start`, in production and without rate limits. */
export async function startService(
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<MeasuredProcess> {
  const text = await readFile(new URL('../package.json', import.meta.url), 'utf8');
  const { scripts } = JSON.parse(text) as { scripts: { start: string } };
  return startProcess(scripts.start.split(' ').slice(1), {
    DATABASE_URL: databaseUrl,
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
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const url = await readUrl(child);
  return {
    url,
    cpu: () => readCpu(child.pid ?? 0),
    memory: () => readMemory(child.pid ?? 0),
    resetPeak: () => writeFileSync(`/proc/${child.pid}/clear_refs`, '5'),
    async stop() {
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

/** Linux counts in ticks of 10 ms: accurate enough over hundreds of requests. */
function readCpu(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

function readMemory(pid: number): { now: number; peak: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const bytes = (field: string) =>
    Number(new RegExp(`${field}:\\s+(\\d+) kB`).exec(status)?.[1]) * 1024;
  return { now: bytes('VmRSS'), peak: bytes('VmHWM') };
}
