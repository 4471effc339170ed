import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { findServerUser } from '../../src/db/embedded/server-user.ts';
import { closeAfterFile } from './close-after-file.ts';
import { findFreePort } from './free-port.ts';

/** Not in the PATH of every user. */
const program = ['pgbouncer', '/usr/sbin/pgbouncer'].find(
  (name) => spawnSync(name, ['--version']).status === 0,
);

export const hasPgBouncer = program !== undefined;

/** A PgBouncer in transaction mode, as deploy/nodes.md configures it; returns the address of the same database. */
export async function startPgBouncer(databaseUrl: string, poolSize: number): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-bouncer-'));
  await chmod(folder, 0o755);
  const own = await findFreePort();
  const server = `host=${hostname} port=${port} user=${username} password=${decodeURIComponent(password)}`;
  const limits = `connect_query='SET statement_timeout = ''10s''; SET lock_timeout = ''3s'''`;
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(
    file,
    `[databases]
${pathname.slice(1)} = ${server} ${limits}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${own}
auth_type = any
unix_socket_dir =
pool_mode = transaction
default_pool_size = ${poolSize}
max_client_conn = 1000
`,
  );
  const child = spawn(program ?? '', [file], { cwd: '/', stdio: 'ignore', ...findServerUser() });
  const ended = once(child, 'exit');
  closeAfterFile(async () => {
    child.kill('SIGKILL');
    await ended;
    await rm(folder, { recursive: true, force: true });
  });
  await vi.waitUntil(() => listens(own), { timeout: 30_000, interval: 50 });
  const url = new URL(databaseUrl);
  url.port = String(own);
  return url.href;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
