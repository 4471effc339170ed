import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../log.ts';
import { findBinaries } from './binaries.ts';
import { openCluster } from './cluster.ts';
import { createFolderLock } from './folder-lock.ts';
import { rotateLog } from './log-file.ts';
import { acquireLease, connectionUrl, releaseLease } from './server-lease.ts';
import { findServerUser } from './server-user.ts';
import { explainStorageError } from './start-failure.ts';

export interface EmbeddedPostgres {
  /** The current URL: the port may change when the server is restarted. */
  readonly url: string;
  /** Disconnects from the server; the last process that uses it stops it. */
  stop(): Promise<void>;
}

export interface EmbeddedOptions {
  readonly dataDir: string;
  readonly log: Log;
  readonly database?: string;
  /** Extra settings for the server, as in postgresql.conf. */
  readonly settings?: Readonly<Record<string, string>>;
  /** Called when the server was launched and is starting. */
  readonly onLaunch?: (() => void) | undefined;
}

const rotateIntervalMs = 60_000;

/** Starts the PostgreSQL of DATA_DIR, or connects to the one already running there. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  return start(options).catch(async (error) => {
    throw await explainStorageError(error, options.dataDir);
  });
}

async function start(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, database = 'quaestor', settings = {}, onLaunch } = options;
  const user = findServerUser();
  const binaries = await findBinaries(user, dataDir);
  const lock = createFolderLock(dataDir, log);
  const cluster = await openCluster(dataDir, binaries, user, lock);
  const stopping = new AbortController();
  const { signal } = stopping;
  const leaseOptions = { cluster, binaries, user, settings, lock, log, signal, onLaunch };
  const acquire = () => acquireLease(leaseOptions);

  let lease = await acquire();
  try {
    await createDatabase(lease.client, database);
  } catch (error) {
    await releaseLease(lease, leaseOptions);
    throw error;
  }

  let restarting = Promise.resolve();
  const watch = () => {
    lease.client.once('end', () => {
      if (!signal.aborted) restarting = restart();
    });
  };
  const restart = async () => {
    log.warn('Embedded PostgreSQL stopped unexpectedly; restarting');
    while (!signal.aborted) {
      try {
        lease = await acquire();
        log.info('Embedded PostgreSQL is available again');
        return watch();
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error }, 'Embedded PostgreSQL failed to restart; retrying');
        await sleep(1000, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  watch();
  const rotation = setInterval(() => {
    rotateLog(cluster.logFile).catch((error: unknown) =>
      log.warn({ err: error }, 'Rotation of postgres.log failed'),
    );
  }, rotateIntervalMs).unref();

  return {
    get url() {
      return connectionUrl(cluster, lease.postmaster.port, database);
    },
    async stop() {
      stopping.abort();
      clearInterval(rotation);
      await restarting;
      await releaseLease(lease, leaseOptions);
    },
  };
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rowCount) return;
  await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`).catch((error) => {
    const isDuplicate = ['42P04', '23505'].includes(error.code);
    if (!isDuplicate) throw error;
  });
}
