import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { createConnection } from './connection.ts';

const maxWaitMs = 5000;
const intervalMs = 50;

/** A connection to a replica that has all that was committed by now; undefined if it has not soon enough. */
export async function openCaughtUp(
  url: string,
  primary: pg.Client,
): Promise<pg.Client | undefined> {
  const { rows } = await primary.query<{ position: string }>(
    'SELECT pg_current_wal_flush_lsn()::text AS position',
  );
  const client = createConnection(url, 'quaestor analysis', { connectionTimeoutMillis: maxWaitMs });
  try {
    await client.connect();
    for (const start = performance.now(); performance.now() - start < maxWaitMs; ) {
      const found = await client.query<{ isThere: boolean | null }>(
        'SELECT pg_last_wal_replay_lsn() >= $1::text::pg_lsn AS "isThere"',
        [rows[0]?.position],
      );
      if (found.rows[0]?.isThere) return client;
      await sleep(intervalMs);
    }
  } catch {
    // The primary has everything too.
  }
  await client.end().catch(() => undefined);
  return undefined;
}
