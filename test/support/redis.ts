import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { findFreePort } from './free-port.ts';

export interface Redis {
  readonly url: string;
  signal(name: NodeJS.Signals): void;
  /** Kills it and waits for its end. */
  kill(): Promise<void>;
}

/** Whether Redis is installed. */
export const hasRedis = spawnSync('redis-server', ['--version']).status === 0;

/** A Redis without persistence on this or a free local port; ends with its test. */
export async function startRedis(port?: number): Promise<Redis> {
  const here = port ?? (await findFreePort());
  const settings = {
    port: String(here),
    bind: '127.0.0.1',
    save: '',
    appendonly: 'no',
    dir: tmpdir(),
  };
  const args = Object.entries(settings).flatMap(([name, value]) => [`--${name}`, value]);
  const child = spawn('redis-server', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(child, 'exit');
  const kill = async () => {
    child.kill('SIGKILL');
    await ended;
  };
  onTestFinished(kill);
  for await (const line of createInterface({ input: child.stdout })) {
    if (!line.includes('Ready to accept connections')) continue;
    child.stdout.resume();
    return { url: `redis://127.0.0.1:${here}`, signal: (name) => void child.kill(name), kill };
  }
  throw new Error('Redis ended before it was ready.');
}
