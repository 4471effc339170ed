import { type AnalysisRecord, durationOf, readItems } from '../../db/analysis-read.ts';
import type { Database } from '../../db/database.ts';
import { findStale } from '../../db/stale-runs.ts';
import { inSnakeCase } from '../../domain/naming.ts';

/** A whole run with its result as JSON, as over REST. */
export async function formatRun(
  database: Database,
  run: AnalysisRecord,
  details: object,
): Promise<string> {
  const items = await readItems(database, run.id, run.itemCount ?? 0, 0);
  const result = run.status === 'SUCCEEDED' ? { summary: run.summary, ...details, items } : null;
  const stale = (await findStale(database, [run.id])).has(run.id);
  const selection = run.selection && inSnakeCase(run.selection);
  return JSON.stringify(
    inSnakeCase({ ...run, selection, result, stale, durationMs: durationOf(run) }),
  );
}
