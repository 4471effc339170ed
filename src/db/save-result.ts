import type pg from 'pg';
import type { AnalysisResult } from '../analyses/envelope.ts';
import type { QueuedRun } from './analysis-store.ts';

const itemsAtOnce = 2000;

/** What a result was made of, as it turned out. */
export interface ResultSource {
  readonly ids: readonly string[];
  readonly versions: readonly number[];
  readonly questionCount: number;
  readonly engineVersion: number;
  readonly parameters: object;
}

/** Saves a result and ends its run, both or neither; false when the run is no longer this job's. */
export async function saveResult(
  client: pg.Client,
  { id, jobId }: QueuedRun,
  { summary, items, ...details }: AnalysisResult,
  { ids, versions, questionCount, engineVersion, parameters }: ResultSource,
): Promise<boolean> {
  await client.query('BEGIN');
  // Keeps the run from being deleted, not from being cancelled: many items take a while.
  const { rowCount: isOwn } = await client.query(
    `SELECT 1 FROM analyses WHERE id = $1 AND job_id = $2 AND status = 'RUNNING' FOR KEY SHARE`,
    [id, jobId],
  );
  if (!isOwn) return giveUp(client);
  for (let from = 0; from < items.length; from += itemsAtOnce) {
    await client.query(
      `INSERT INTO analysis_items (analysis_id, position, item)
       SELECT $1, $2::int + place - 1, item
       FROM json_array_elements($3::json) WITH ORDINALITY AS given(item, place)
       ON CONFLICT DO NOTHING`,
      [id, from, JSON.stringify(items.slice(from, from + itemsAtOnce))],
    );
  }
  const { rowCount: isEnded } = await client.query(
    `UPDATE analyses
     SET status = 'SUCCEEDED', progress = 1, summary = $2, details = $3, item_count = $4,
       question_ids = $5, versions = $6, question_count = $7, engine_version = $8,
       parameters = $9, input = NULL, lease_until = NULL, finished_at = clock_timestamp()
     WHERE id = $1 AND job_id = $10 AND status = 'RUNNING'`,
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
      jobId,
    ],
  );
  // Taken away meanwhile, by whoever cancelled it or took its worker for lost.
  if (!isEnded) return giveUp(client);
  await client.query('COMMIT');
  return true;
}

async function giveUp(client: pg.Client): Promise<false> {
  await client.query('ROLLBACK');
  return false;
}
