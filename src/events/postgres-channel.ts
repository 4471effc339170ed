import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Database } from '../db/database.ts';
import { destroyConnection } from '../db/pool.ts';
import type { Log } from '../log.ts';
import type { Channel } from './channel.ts';

const name = 'quaestor_events';
const reconnectDelayMs = 1000;
const shutdownTimeoutMs = 500;
/** A connection that only listens would not notice that its path is lost. */
const heartbeatMs = 5000;

/** LISTEN on a dedicated connection that reconnects, NOTIFY through the pool. */
export async function openPostgresChannel(
  database: Database,
  receive: (message: string) => void,
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
      query_timeout: heartbeatMs,
    });
    // Reported by the end event that follows.
    fresh.on('error', () => undefined);
    fresh.on('notification', ({ payload }) => receive(payload ?? ''));
    const ended = new Promise<void>((resolve) => fresh.once('end', resolve));
    client = fresh;
    await fresh.connect();
    await fresh.query(`LISTEN ${name}`);
    const heartbeat = setInterval(() => {
      fresh.query('SELECT 1').catch((error: Error) => destroyConnection(fresh, error));
    }, heartbeatMs).unref();
    await ended;
    clearInterval(heartbeat);
  };

  const keepListening = async () => {
    while (!signal.aborted) {
      await listenUntilLost().catch((error: Error) => {
        if (!signal.aborted) log.warn({ reason: error.message }, 'Event subscription lost');
      });
      await sleep(reconnectDelayMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const listening = keepListening();
  return {
    async send(message) {
      await database.pool.query('SELECT pg_notify($1, $2)', [name, message]);
    },
    async close() {
      closing.abort();
      // A connection that is still being established emits no end event.
      const ended = Promise.all([client?.end(), listening]).catch(() => undefined);
      await Promise.race([ended, sleep(shutdownTimeoutMs, undefined, { ref: false })]);
    },
  };
}
