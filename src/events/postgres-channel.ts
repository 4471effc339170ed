import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createConnection, destroyConnection, ping } from '../db/connection.ts';
import type { Database } from '../db/database.ts';
import { listen, notify } from '../db/notifications.ts';
import { neverCancelled } from '../db/statement-scope.ts';
import type { Log } from '../log.ts';
import type { Channel, ChannelUser } from './channel.ts';

const reconnectDelayMs = 1000;
const shutdownTimeoutMs = 500;
/** A connection that only listens would not notice that its path is lost. */
const heartbeatMs = 5000;

/** LISTEN on a dedicated connection that reconnects, NOTIFY through the pool. */
export async function openPostgresChannel(
  database: Database,
  { receive, onOpen }: ChannelUser,
  log: Log,
): Promise<Channel> {
  const closing = new AbortController();
  const { signal } = closing;
  let client: pg.Client | undefined;

  const listenUntilLost = async () => {
    const fresh = createConnection(database.url, 'quaestor events', {
      query_timeout: heartbeatMs,
    });
    const ended = new Promise<void>((resolve) => fresh.once('end', resolve));
    client = fresh;
    await fresh.connect();
    await listen(fresh, receive);
    onOpen();
    const heartbeat = setInterval(() => {
      ping(fresh).catch((error: Error) => destroyConnection(fresh, error));
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
      // What has happened is published even if the client that caused it has gone.
      await neverCancelled(() => notify(database.pool, message));
    },
    async close() {
      closing.abort();
      // A connection that is still being established emits no end event.
      const ended = Promise.all([client?.end(), listening]).catch(() => undefined);
      await Promise.race([ended, sleep(shutdownTimeoutMs, undefined, { ref: false })]);
    },
  };
}
