import type pg from 'pg';

/**
 * Begins a transaction that may take minutes. It has no deadlines, and one process of the server: with
 * parallel workers, its statements would take a core each from those who wait for an answer.
 */
export async function beginLong(
  client: pg.Client,
  mode: 'READ ONLY' | 'READ WRITE',
): Promise<void> {
  await client.query(
    `BEGIN ${mode};
     SET LOCAL statement_timeout = 0;
     SET LOCAL lock_timeout = 0;
     SET LOCAL max_parallel_workers_per_gather = 0`,
  );
}
