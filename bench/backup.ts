import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';

const program = new URL('../dist/bundle/quaestor.cjs', import.meta.url).pathname;
const execute = promisify(execFile);

/** A backup of the bank and its restore into a database without tables, by the commands: time and size. */
export async function benchBackup(bankUrl: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-bench-backup-'));
  const file = join(folder, 'bank.backup');
  try {
    const run = async (args: string[], DATABASE_URL: string) => {
      const start = performance.now();
      const { stdout } = await execute(process.execPath, [program, ...args, '--json'], {
        env: { PATH: process.env.PATH, DATABASE_URL, LOG_LEVEL: 'error' },
      });
      return { seconds: (performance.now() - start) / 1000, report: JSON.parse(stdout) };
    };
    const written = await run(['backup', file], bankUrl);
    const { bytes, rows } = written.report;
    const verified = await run(['restore', file, '--verify'], bankUrl);
    const restored = await run(['restore', file], await createDatabase(bankUrl));
    const print = (name: string, { seconds }: { seconds: number }) =>
      console.log(
        `${name}: ${seconds.toFixed(1)} s, ${Math.round(rows / seconds).toLocaleString('en')} rows/s`,
      );
    console.log(`${rows.toLocaleString('en')} rows, ${(bytes / 1e6).toFixed(1)} MB`);
    print('backup', written);
    print('verify', verified);
    print('restore', restored);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function createDatabase(bankUrl: string): Promise<string> {
  const client = new pg.Client(bankUrl);
  await client.connect();
  await client.query('CREATE DATABASE restored TEMPLATE template0');
  await client.end();
  const url = new URL(bankUrl);
  url.pathname = '/restored';
  return url.href;
}
