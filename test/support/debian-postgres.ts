import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { findServerUser } from '../../src/db/embedded/server-user.ts';
import { closeAfterFile } from './close-after-file.ts';
import { findFreePort } from './free-port.ts';

const home = '/usr/lib/postgresql';
/** The newest PostgreSQL of Debian or Ubuntu, which has what the embedded one lacks: pg_basebackup. */
const bin = existsSync(home)
  ? readdirSync(home)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => join(home, version, 'bin'))
      .find((folder) => existsSync(join(folder, 'pg_basebackup')))
  : undefined;

export const hasDebianPostgres = bin !== undefined;

export interface DebianServer {
  readonly port: number;
  readonly url: string;
  kill(): Promise<void>;
  /** Makes a standby the primary. */
  promote(): void;
}

const user = findServerUser();

/** A server of its own; ends with the test file. */
export async function startPrimary(settings: Readonly<Record<string, string>> = {}) {
  const folder = await makeFolder();
  call('initdb', ['-D', folder, '-U', 'quaestor', '--auth=trust', '--encoding=UTF8', '-N']);
  return launch(folder, settings);
}

/** A streaming standby of a server. */
export async function startStandby(
  { port }: DebianServer,
  settings: Readonly<Record<string, string>> = {},
) {
  const folder = await makeFolder();
  const source = `host=127.0.0.1 port=${port} user=quaestor application_name=standby`;
  call('pg_basebackup', ['-D', folder, '-d', source, '-R', '-c', 'fast', '-X', 'stream']);
  return launch(folder, settings);
}

async function makeFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-server-'));
  if (user) await chown(folder, user.uid, user.gid);
  await chmod(folder, 0o700);
  closeAfterFile(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function launch(
  folder: string,
  settings: Readonly<Record<string, string>>,
): Promise<DebianServer> {
  const port = await findFreePort();
  const all = { listen_addresses: '127.0.0.1', unix_socket_directories: '', ...settings };
  const flags = Object.entries(all).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const child = spawn(join(bin ?? '', 'postgres'), ['-D', folder, '-p', String(port), ...flags], {
    cwd: folder,
    stdio: 'ignore',
    ...user,
  });
  const ended = once(child, 'exit');
  closeAfterFile(() => stop(child, ended, 'SIGQUIT'));
  const url = `postgresql://quaestor@127.0.0.1:${port}/postgres`;
  await vi.waitUntil(() => answers(url), { timeout: 60_000, interval: 100 });
  return {
    port,
    url,
    // Its processes end with it, without a checkpoint.
    kill: () => stop(child, ended, 'SIGKILL'),
    promote: () => call('pg_ctl', ['promote', '-D', folder, '-w']),
  };
}

async function stop(child: ChildProcess, ended: Promise<unknown>, signal: NodeJS.Signals) {
  child.kill(signal);
  await ended;
}

function call(program: string, args: string[]): void {
  const { status, stderr } = spawnSync(join(bin ?? '', program), args, {
    cwd: '/',
    encoding: 'utf8',
    ...user,
  });
  if (status !== 0) throw new Error(`${program}: ${stderr}`);
}

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client(url);
  client.on('error', () => undefined);
  return client.connect().then(
    () => client.end().then(() => true),
    () => false,
  );
}
