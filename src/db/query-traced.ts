import type pg from 'pg';
import type { Database } from './database.ts';
import type { Statement } from './prepared-query.ts';
import { currentCancellation } from './statement-scope.ts';

/** A change by a job, whose events carry the trace of the job if it has one. */
export function queryTraced<Row extends pg.QueryResultRow>(
  database: Database,
  statement: Statement,
): Promise<Row[]> {
  return currentCancellation()?.trace
    ? database.queryInTransaction<Row>(statement)
    : database.query<Row>(statement);
}
