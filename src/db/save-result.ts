import type pg from 'pg';
import type { AnalysisResult } from '../analyses/envelope.ts';
import type { RunAttempt } from './analysis-store.ts';

const itemsPerInsert = 2000;

/** The questions and parameters that a result was computed from. */
export interface ResultSource {
  readonly ids: readonly string[];
  readonly versions: readonly number[];
  readonly seenRewrites: string;
  readonly questionCount: number;
  readonly engineVersion: number;
  readonly parameters: object;
}

/** Saves a result and ends its run in one transaction; false when another worker has the run by now. */
export async function saveResult(
  client: pg.Client,
  { id, attempt }: RunAttempt,
  { summary, items, ...details }: AnalysisResult,
  { ids, versions, seenRewrites, questionCount, engineVersion, parameters }: ResultSource,
): Promise<boolean> {
  await client.query('BEGIN');
  // Blocks deletion but not cancellation while many items are inserted.
  const { rowCount: isHeld } = await client.query(
    `SELECT 1 FROM analyses WHERE id = $1 AND attempt = $2 AND status = 'RUNNING' FOR KEY SHARE`,
    [id, attempt],
  );
  if (!isHeld) return rollBack(client);
  for (let from = 0; from < items.length; from += itemsPerInsert) {
    await client.query(
      `INSERT INTO analysis_items (analysis_id, position, item)
       SELECT $1, $2::int + ordinal - 1, item
       FROM json_array_elements($3::json) WITH ORDINALITY AS given(item, ordinal)
       ON CONFLICT DO NOTHING`,
      [id, from, JSON.stringify(items.slice(from, from + itemsPerInsert))],
    );
  }
  const { rowCount: isEnded } = await client.query(
    `UPDATE analyses
     SET status = 'SUCCEEDED', progress = 1, summary = $2, details = $3, item_count = $4,
       question_ids = $5, versions = $6, question_count = $7, engine_version = $8,
       parameters = $9, seen_rewrites = $11, input = NULL, lease_until = NULL, finished_at = clock_timestamp()
     WHERE id = $1 AND attempt = $10 AND status = 'RUNNING'`,
    [
      id,
      JSON.stringify(summary),
      JSON.stringify(details),
      items.length,
      ids,
      versions,
      questionCount,
      engineVersion,
      JSON.stringify(parameters),
      attempt,
      seenRewrites,
    ],
  );
  // Cancelled or taken over while the items were inserted.
  if (!isEnded) return rollBack(client);
  await client.query('COMMIT');
  return true;
}

async function rollBack(client: pg.Client): Promise<false> {
  await client.query('ROLLBACK');
  return false;
}
