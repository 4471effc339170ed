import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import type { Channel } from './channel.ts';

const name = 'quaestor_events';
const pause = 1000;
/** Milliseconds to end in good order. */
const farewell = 500;

/** LISTEN on a connection of its own, which comes back when it is lost; NOTIFY on the pool. */
export async function openPostgresChannel(
  database: Database,
  hear: (message: string) => void,
  log: Log,
): Promise<Channel> {
  const closing = new AbortController();
  const { signal } = closing;
  let client: pg.Client | undefined;

  const listenUntilLost = async () => {
    const fresh = new pg.Client({
      connectionString: database.url,
      connectionTimeoutMillis: 5000,
      application_name: 'quaestor events',
      keepAlive: true,
    });
    // Told by its end, which follows.
    fresh.on('error', () => undefined);
    fresh.on('notification', ({ payload }) => hear(payload ?? ''));
    const ended = new Promise<void>((resolve) => fresh.once('end', resolve));
    client = fresh;
    await fresh.connect();
    await fresh.query(`LISTEN ${name}`);
    await ended;
  };

  const stay = async () => {
    while (!signal.aborted) {
      await listenUntilLost().catch((error: Error) => {
        if (!signal.aborted) log.warn({ reason: error.message }, 'Events cannot be heard.');
      });
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  };
  const staying = stay();
  return {
    async send(message) {
      await database.pool.query('SELECT pg_notify($1, $2)', [name, message]);
    },
    async close() {
      closing.abort();
      // A connection that is only just being made says nothing of its end.
      const ended = Promise.all([client?.end(), staying]).catch(() => undefined);
      await Promise.race([ended, sleep(farewell, undefined, { ref: false })]);
    },
  };
}
