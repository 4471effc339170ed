import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../../log.ts';
import { findBinaries } from './binaries.ts';
import { openCluster } from './cluster.ts';
import { connectionUrl, leaveSeat, takeSeat } from './seat.ts';
import { findServerUser } from './server-user.ts';

export interface EmbeddedPostgres {
  /** Where it is now: one that was brought back may have had to take another port. */
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

/** Starts the PostgreSQL of DATA_DIR, or joins the one that already runs there. */
export async function startEmbeddedPostgres(options: EmbeddedOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, database = 'quaestor', settings = {} } = options;
  const user = findServerUser();
  const binaries = await findBinaries(user);
  const cluster = await openCluster(dataDir, binaries, user);
  const stopping = new AbortController();
  const { signal } = stopping;
  const join = () => takeSeat({ cluster, binaries, user, settings, signal });

  let seat = await join();
  try {
    await createDatabase(seat.client, database);
  } catch (error) {
    await leaveSeat(seat);
    throw error;
  }

  let returning = Promise.resolve();
  const watch = () => {
    seat.client.once('end', () => {
      if (!signal.aborted) returning = bringBack();
    });
  };
  const bringBack = async () => {
    log.warn('The embedded PostgreSQL went away; bringing it back.');
    while (!signal.aborted) {
      try {
        seat = await join();
        log.info('The embedded PostgreSQL is back.');
        return watch();
      } catch (error) {
        if (signal.aborted) return;
        log.error({ err: error }, 'The embedded PostgreSQL does not come back; trying again.');
        await sleep(1000, undefined, { signal }).catch(() => undefined);
      }
    }
  };
  watch();

  return {
    get url() {
      return connectionUrl(cluster, seat.postmaster.port, database);
    },
    async stop() {
      stopping.abort();
      await returning;
      await leaveSeat(seat);
    },
  };
}

async function createDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
  if (rowCount) return;
  await client.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`).catch((error) => {
    const isMadeByAnother = ['42P04', '23505'].includes(error.code);
    if (!isMadeByAnother) throw error;
  });
}
