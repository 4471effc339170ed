import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../log.ts';
import { DatabaseError, isUnavailable } from '../database-error.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { type Cluster, openCluster, superuser } from './cluster.ts';
import {
  findPostmaster,
  isAlive,
  launchPostmaster,
  type Postmaster,
  readLogTail,
} from './postmaster.ts';
import { findServerUser, type ServerUser } from './server-user.ts';

export interface EmbeddedPostgres {
  readonly url: string;
  /** Leaves the server; the last process that uses it stops it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly database?: string;
  /** Extra settings for the server, as in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Every process that uses the server holds this lock shared, on a connection of its own. Whoever can
 * take it alone is the last user and stops the server; a killed process lets go of it by itself.
 */
const usersLock = 4_815_162_342;
const startDeadline = 60_000;

/** Starts the PostgreSQL of DATA_DIR, or joins the one that already runs there. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, database = 'quaestor', settings = {} } = options;
  const user = findServerUser();
  const binaries = await findBinaries(user);
  const cluster = await openCluster(dataDir, binaries, user);
  const join = () => joinServer(cluster, binaries, user, settings);

  let seat = await join();
  let isStopping = false;
  const url = connectionUrl(cluster, seat.postmaster.port, database);
  await createDatabase(seat.client, database);

  const keepSeat = () => {
    seat.client.once('end', async () => {
      if (isStopping) return;
      log.warn('The embedded PostgreSQL went away; bringing it back.');
      while (!isStopping) {
        try {
          seat = await join();
          log.info('The embedded PostgreSQL is back.');
          return keepSeat();
        } catch (error) {
          log.error({ err: error }, 'The embedded PostgreSQL does not come back; trying again.');
          await sleep(1000, undefined, { ref: false });
        }
      }
    });
  };
  keepSeat();

  return {
    url,
    async stop() {
      isStopping = true;
      await leaveServer(seat);
    },
  };
}

interface Seat {
  readonly client: pg.Client;
  readonly postmaster: Postmaster;
}

async function joinServer(
  cluster: Cluster,
  binaries: Binaries,
  user: ServerUser | undefined,
  settings: Readonly<Record<string, string>>,
): Promise<Seat> {
  const deadline = Date.now() + startDeadline;
  let launched: ChildProcess | undefined;
  let failures = 0;
  while (Date.now() < deadline) {
    const postmaster = await findPostmaster(cluster);
    if (postmaster) {
      const client = await takeSeat(cluster, postmaster);
      if (client) return { client, postmaster };
    } else if (!launched) {
      launched = await launchPostmaster(cluster, binaries, user, settings);
    } else if (launched.exitCode !== null || launched.signalCode !== null) {
      // It lost a race for the port or the data folder; look again who is there before giving up.
      failures += 1;
      if (failures > 3) break;
      launched = undefined;
    }
    await sleep(20);
  }
  const reason = await readLogTail(cluster);
  throw new DatabaseError(
    `The embedded PostgreSQL in ${cluster.folder} does not start. Its log (${cluster.logFile}) ends: ${reason}`,
  );
}

/** A connection that counts as one user of the server; undefined when the server is not ready or is leaving. */
async function takeSeat(cluster: Cluster, { port }: Postmaster): Promise<pg.Client | undefined> {
  const client = new pg.Client({
    connectionString: connectionUrl(cluster, port, 'postgres'),
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

async function leaveServer({ client, postmaster }: Seat): Promise<void> {
  const isLast = await client
    .query('SELECT pg_advisory_unlock_shared($1)', [usersLock])
    .then(() => client.query('SELECT pg_try_advisory_lock($1) AS last', [usersLock]))
    .then(({ rows }) => Boolean(rows[0]?.last))
    .catch(() => false);
  if (isLast) {
    // A fast shutdown: open transactions are rolled back, the data is written out.
    process.kill(postmaster.pid, 'SIGINT');
    while (isAlive(postmaster.pid)) await sleep(20);
  }
  await client.end().catch(() => undefined);
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rowCount) return;
  await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`).catch((error) => {
    const isMadeByAnother = ['42P04', '23505'].includes(error.code);
    if (!isMadeByAnother) throw error;
  });
}

function connectionUrl({ password }: Cluster, port: number, database: string): string {
  return `postgresql://${superuser}:${password}@127.0.0.1:${port}/${database}`;
}
