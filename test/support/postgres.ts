import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { vi } from 'vitest';
import { isAlive } from '../../src/db/embedded/is-alive.ts';
import { findPostmaster } from '../../src/db/embedded/postmaster.ts';

/** The folder of the PostgreSQL of a DATA_DIR, which may be elsewhere. */
export async function findClusterFolder(dataDir: string): Promise<string> {
  const pointer = await readFile(join(dataDir, 'postgres.location'), 'utf8').catch(() => undefined);
  return pointer?.trim() ?? join(dataDir, 'postgres');
}

/**
 * Process and port of the PostgreSQL of DATA_DIR; undefined when none runs there. A pid file alone
 * proves nothing: a container may have left it, whose process ids mean others here.
 */
export async function findPostgres(
  dataDir: string,
): Promise<{ pid: number; port: number } | undefined> {
  return findPostmaster({ dataFolder: join(await findClusterFolder(dataDir), 'data') });
}

/** The same, of one that must exist. */
export async function postgresOf(dataDir: string): Promise<{ pid: number; port: number }> {
  const found = await findPostgres(dataDir);
  if (!found) throw new Error(`No PostgreSQL runs on ${dataDir}.`);
  return found;
}

export async function readPassword(dataDir: string): Promise<string> {
  return readFile(join(await findClusterFolder(dataDir), 'password'), 'utf8');
}

/** Runs SQL on the PostgreSQL of a DATA_DIR, concurrently with its users. */
export async function query<Row extends pg.QueryResultRow>(
  dataDir: string,
  sql: string,
): Promise<Row[]> {
  const { port } = await postgresOf(dataDir);
  const client = new pg.Client({
    host: '127.0.0.1',
    port,
    user: 'quaestor',
    password: await readPassword(dataDir),
    database: 'quaestor',
  });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Kills the server and all its child processes, like a power failure. */
export async function killPostgres(dataDir: string): Promise<void> {
  const { pid } = await postgresOf(dataDir);
  const children = await query<{ pid: number }>(
    dataDir,
    'SELECT pid FROM pg_stat_activity WHERE pid <> pg_backend_pid()',
  );
  for (const process of [pid, ...children.map((row) => row.pid)]) kill(process, 'SIGKILL');
  await waitForEnd(pid);
}

/** Stops the server of a DATA_DIR, if one runs, without waiting for its users. */
export async function stopPostgres(dataDir: string): Promise<void> {
  const found = await findPostgres(dataDir);
  if (!found) return;
  kill(found.pid, 'SIGQUIT');
  await waitForEnd(found.pid);
}

export async function waitForEnd(pid: number): Promise<void> {
  await vi.waitUntil(async () => !(await isAlive(pid)), { timeout: 60_000, interval: 20 });
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    // It may have ended in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
