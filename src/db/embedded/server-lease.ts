import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { advisoryLocks } from '../advisory-locks.ts';
import { DatabaseError, isUnavailable } from '../database-error.ts';
import type { Binaries } from './binaries.ts';
import { type Cluster, superuser } from './cluster.ts';
import { isAlive, isPidInUse } from './is-alive.ts';
import { findPostmaster, launchPostmaster, type Postmaster, readLogTail } from './postmaster.ts';
import type { ServerUser } from './server-user.ts';

/** One process's use of the server, held by a connection. */
export interface ServerLease {
  readonly client: pg.Client;
  readonly postmaster: Postmaster;
}

export interface LeaseOptions {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly user: ServerUser | undefined;
  readonly settings: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Each process that uses the server holds this advisory lock in shared mode, on its own connection.
 * The process that can take it exclusively is the last user and stops the server. The lock of a
 * killed process is released with its connection.
 */
const usersLock = advisoryLocks.embeddedServerUsers;
const startTimeoutMs = 60_000;
const connectTimeoutMs = 5000;
const maxFailures = 6;

/** Connects to the server of the cluster; starts it if it is not running. */
export async function acquireLease(options: LeaseOptions): Promise<ServerLease> {
  const { cluster, signal } = options;
  const deadline = Date.now() + startTimeoutMs;
  let launched: ChildProcess | undefined;
  let failures = 0;
  while (Date.now() < deadline && failures < maxFailures) {
    // Once launched, the server is waited for even after an abort, so that it is stopped cleanly.
    if (!launched) signal.throwIfAborted();
    const postmaster = await findPostmaster(cluster);
    const client = postmaster && (await connect(cluster, postmaster));
    if (client) return { client, postmaster };
    if (!postmaster && !launched) {
      launched = await launchPostmaster({ ...options, isRetry: failures > 0 });
    } else if (launched && hasEnded(launched)) {
      // Another process started first, the port is in use, or a process of a killed server is still
      // running: look again with exponential backoff.
      failures += 1;
      launched = undefined;
      await sleep(50 * 2 ** failures, undefined, { signal });
    }
    await sleep(20);
  }
  const reason = await readLogTail(cluster);
  throw new DatabaseError(
    `The embedded PostgreSQL in ${cluster.folder} failed to start. Last lines of its log (${cluster.logFile}): ${reason}`,
  );
}

/** Disconnects from the server; the last user stops it. */
export async function releaseLease({ client, postmaster }: ServerLease): Promise<void> {
  const isLast = await client
    .query('SELECT pg_advisory_unlock_shared($1)', [usersLock])
    .then(() => client.query('SELECT pg_try_advisory_lock($1) AS last', [usersLock]))
    .then(({ rows }) => Boolean(rows[0]?.last))
    .catch(() => false);
  if (isLast && isPidInUse(postmaster.pid)) {
    // PostgreSQL's fast shutdown: rolls back open transactions and writes a checkpoint.
    process.kill(postmaster.pid, 'SIGINT');
    while (await isAlive(postmaster.pid)) await sleep(20);
  }
  await client.end().catch(() => undefined);
}

export function connectionUrl({ password }: Cluster, port: number, database: string): string {
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`;
}

/** A connection that holds the lock; undefined while the server is starting or shutting down. */
async function connect(cluster: Cluster, { port }: Postmaster): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: connectionUrl(cluster, port, 'postgres'),
    connectionTimeoutMillis: connectTimeoutMs,
    application_name: `quaestor ${process.pid}`,
    keepAlive: true,
  });
  // An error without a listener would end the process; the 'end' event that follows is handled.
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('SELECT pg_advisory_lock_shared($1)', [usersLock]);
    return client;
  } catch (error) {
    await client.end().catch(() => undefined);
    if (isUnavailable(error)) return undefined;
    throw error;
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
