import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { advisoryLocks } from '../advisory-locks.ts';
import { DatabaseError, isUnavailable } from '../database-error.ts';
import type { Binaries } from './binaries.ts';
import { type Cluster, superuser } from './cluster.ts';
import { isAlive, isTaken } from './is-alive.ts';
import { findPostmaster, launchPostmaster, type Postmaster, readLogTail } from './postmaster.ts';
import type { ServerUser } from './server-user.ts';

/** One process's use of the server: a connection that holds its place, and where the server is. */
export interface Seat {
  readonly client: pg.Client;
  readonly postmaster: Postmaster;
}

export interface SeatOptions {
  readonly cluster: Cluster;
  readonly binaries: Binaries;
  readonly user: ServerUser | undefined;
  readonly settings: Readonly<Record<string, string>>;
  readonly signal: AbortSignal;
}

/**
 * Every process that uses the server holds this lock shared, on a connection of its own. Whoever can
 * take it alone is the last user and stops the server; a killed process lets go of it by itself.
 */
const usersLock = advisoryLocks.embeddedServerUsers;
const startDeadline = 60_000;

/** Joins the server that runs on the cluster, and starts it when there is none. */
export async function takeSeat(options: SeatOptions): Promise<Seat> {
  const { cluster, signal } = options;
  const deadline = Date.now() + startDeadline;
  let launched: ChildProcess | undefined;
  let failures = 0;
  while (Date.now() < deadline && failures < 6) {
    // A server that is on its way is waited for even then, so that it can be stopped in order.
    if (!launched) signal.throwIfAborted();
    const postmaster = await findPostmaster(cluster);
    const client = postmaster && (await connect(cluster, postmaster));
    if (client) return { client, postmaster };
    if (!postmaster && !launched) {
      launched = await launchPostmaster({ ...options, isRetry: failures > 0 });
    } else if (launched && hasEnded(launched)) {
      // It lost a race for the data folder or the port, or a killed server's last process still
      // works there: look again who is there, with more patience each time.
      failures += 1;
      launched = undefined;
      await sleep(50 * 2 ** failures, undefined, { signal });
    }
    await sleep(20);
  }
  const reason = await readLogTail(cluster);
  throw new DatabaseError(
    `The embedded PostgreSQL in ${cluster.folder} does not start. Its log (${cluster.logFile}) ends: ${reason}`,
  );
}

/** Leaves the server, and stops it when nobody else uses it. */
export async function leaveSeat({ client, postmaster }: Seat): Promise<void> {
  const isLast = await client
    .query('SELECT pg_advisory_unlock_shared($1)', [usersLock])
    .then(() => client.query('SELECT pg_try_advisory_lock($1) AS last', [usersLock]))
    .then(({ rows }) => Boolean(rows[0]?.last))
    .catch(() => false);
  if (isLast && isTaken(postmaster.pid)) {
    // A fast shutdown: open transactions are rolled back, the data is written out.
    process.kill(postmaster.pid, 'SIGINT');
    while (await isAlive(postmaster.pid)) await sleep(20);
  }
  await client.end().catch(() => undefined);
}

export function connectionUrl({ password }: Cluster, port: number, database: string): string {
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`;
}

/** A connection that counts as one user of the server; undefined when it is not ready or is leaving. */
async function connect(cluster: Cluster, { port }: Postmaster): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: connectionUrl(cluster, port, 'postgres'),
    connectionTimeoutMillis: 5000,
    application_name: `quaestor ${process.pid}`,
    keepAlive: true,
  });
  // Without a listener a server that goes away would take the process with it; 'end' follows and is handled.
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
