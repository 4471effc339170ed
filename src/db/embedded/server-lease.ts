import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../log.ts';
import { advisoryLocks } from '../advisory-locks.ts';
import { DatabaseError, isUnavailable, reasonOf } from '../database-error.ts';
import type { Binaries } from './binaries.ts';
import { type Cluster, superuser } from './cluster.ts';
import type { FolderLock } from './folder-lock.ts';
import { readLog, sizeOf } from './log-file.ts';
import { findPostmaster, launchPostmaster, type Postmaster, stopPostmaster } from './postmaster.ts';
import type { ServerUser } from './server-user.ts';
import { explainStart, isPermanent } from './start-failure.ts';

/** One process's use of the server, held by a connection. */
export interface ServerLease {
  readonly client: pg.Client;
  readonly postmaster: Postmaster;
  /** Ends the connection, even to a server that does not answer. */
  close(): Promise<void>;
}

export interface LeaseOptions {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly user: ServerUser | undefined;
  readonly settings: Readonly<Record<string, string>>;
  readonly lock: FolderLock;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly onLaunch?: (() => void) | undefined;
}

/**
 * Each process that uses the server holds this advisory lock in shared mode, on its own connection.
 * The process that can take it exclusively is the last user and stops the server. The lock of a
 * killed process is released with its connection.
 */
const usersLock = advisoryLocks.embeddedServerUsers;
const startTimeoutMs = 60_000;
const connectTimeoutMs = 5000;
const queryTimeoutMs = 15_000;
const releaseTimeoutMs = 5000;
const maxFailures = 6;

/** Connects to the server of the cluster; starts it if it is not running. */
export async function acquireLease(options: LeaseOptions): Promise<ServerLease> {
  const { cluster, signal } = options;
  const deadline = Date.now() + startTimeoutMs;
  let launched: ChildProcess | undefined;
  let postmaster: Postmaster | undefined;
  let failures = 0;
  const logStart = await sizeOf(cluster.logFile);
  while (Date.now() < deadline && failures < maxFailures) {
    // Once launched, the server is waited for even after an abort, so that it is stopped cleanly.
    if (!launched) signal.throwIfAborted();
    postmaster = await findPostmaster(cluster);
    const lease = postmaster && (await connect(cluster, postmaster, launched));
    if (lease) return lease;
    if (!postmaster && !launched) {
      launched = await launch(options, failures > 0);
      if (launched) options.onLaunch?.();
    } else if (launched && hasEnded(launched)) {
      // Another process started first, the port is in use, or a process of a killed server is still
      // running: look again with exponential backoff.
      const output = await readLog(cluster.logFile, logStart);
      if (isPermanent(output)) throw await explainStart(cluster, output);
      failures += 1;
      launched = undefined;
      await sleep(50 * 2 ** failures, undefined, { signal });
    }
    // At random, so that processes that contend for the lock do not keep meeting.
    await sleep(20 + Math.random() * 20);
  }
  if (postmaster) {
    throw new DatabaseError(
      `The embedded PostgreSQL in ${cluster.folder} runs as process ${postmaster.pid} but does not accept connections on 127.0.0.1:${postmaster.port} within ${startTimeoutMs / 1000} s. Wait if it is recovering (see ${cluster.logFile}); if it runs in another container, stop that one; else end the process.`,
    );
  }
  if (failures === 0) {
    throw new DatabaseError(
      `Processes of an earlier PostgreSQL still use ${cluster.folder} after ${startTimeoutMs / 1000} s. Wait for them or end them, then start again.`,
    );
  }
  throw await explainStart(cluster, await readLog(cluster.logFile, logStart));
}

/** Disconnects from the server; the last user stops it. */
export async function releaseLease(
  { client, postmaster, close }: ServerLease,
  { lock, log }: Pick<LeaseOptions, 'lock' | 'log'>,
): Promise<void> {
  const leave = client
    .query('SELECT pg_advisory_unlock_shared($1)', [usersLock])
    .then(() => client.query('SELECT pg_try_advisory_lock($1) AS last', [usersLock]))
    .then(
      ({ rows }) => Boolean(rows[0]?.last),
      () => false,
    );
  const isLast = await within(releaseTimeoutMs, leave);
  const isLeft = isLast === undefined || (isLast && !(await stopPostmaster(postmaster.pid)));
  if (isLeft) log.warn({ pid: postmaster.pid }, 'Embedded PostgreSQL did not stop in time');
  await close();
  if (isLast) await lock.clean();
}

export function connectionUrl({ password }: Cluster, port: number, database: string): string {
  return `postgresql://${superuser}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;
}

/** Starts the server under the lock; undefined while another process holds it. */
async function launch(options: LeaseOptions, isRetry: boolean): Promise<ChildProcess | undefined> {
  const held = await options.lock.tryAcquire();
  if (!held) return undefined;
  try {
    const launched = await launchPostmaster({ ...options, held, isRetry });
    await held.handOver();
    return launched;
  } catch (error) {
    await held.release();
    throw error;
  }
}

/** A connection that holds the lock; undefined while the server is starting or shutting down. */
async function connect(
  cluster: Cluster,
  postmaster: Postmaster,
  launched: ChildProcess | undefined,
): Promise<ServerLease | undefined> {
  const socket = new Socket();
  const client = new pg.Client({
    connectionString: connectionUrl(cluster, postmaster.port, 'postgres'),
    connectionTimeoutMillis: connectTimeoutMs,
    query_timeout: queryTimeoutMs,
    application_name: `quaestor ${process.pid}`,
    keepAlive: true,
    stream: () => socket,
  });
  // An error without a listener would end the process; the 'end' event that follows is handled.
  client.on('error', () => undefined);
  const close = async () => {
    await within(
      releaseTimeoutMs,
      client.end().catch(() => undefined),
    );
    socket.destroy();
  };
  try {
    await client.connect();
    if ((await readPostmasterPid(client)) !== postmaster.pid) {
      await close();
      return undefined;
    }
    await client.query('SELECT pg_advisory_lock_shared($1)', [usersLock]);
    return { client, postmaster, close };
  } catch (error) {
    await close();
    if (isUnavailable(error) || /Query read timeout/.test(String(error))) return undefined;
    if (launched?.pid) await stopPostmaster(launched.pid);
    throw explainRefusal(cluster, error);
  }
}

/**
 * A copy of a DATA_DIR has the port and password of the original: while its own server fails to start
 * on that port, the server of the original answers there.
 */
async function readPostmasterPid(client: pg.Client): Promise<number> {
  const { rows } = await client.query("SELECT pg_read_file('postmaster.pid', true) AS text");
  return Number.parseInt(rows[0]?.text, 10);
}

function explainRefusal(cluster: Cluster, error: unknown): unknown {
  const { code } = error as { code?: unknown };
  if (typeof code !== 'string') return error;
  if (code !== '28P01') {
    return new DatabaseError(
      `The embedded PostgreSQL in ${cluster.folder} refuses the connection: ${reasonOf(error)}. See ${cluster.logFile}.`,
      { cause: error },
    );
  }
  return new DatabaseError(
    `The password in ${cluster.passwordFile} is not the password of this PostgreSQL. Restore that file from a backup of DATA_DIR.`,
    { cause: error },
  );
}

/** Undefined when it takes longer. */
async function within<T>(ms: number, work: Promise<T>): Promise<T | undefined> {
  const stop = new AbortController();
  const timeout = sleep(ms, undefined, { signal: stop.signal }).catch(() => undefined);
  return Promise.race([work, timeout]).finally(() => stop.abort());
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
