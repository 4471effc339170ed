import type pg from 'pg';
import { ServiceError } from '../../domain/errors.ts';
import type { ImportReport, ImportStatus } from '../../formats/import-report.ts';
import { beginLong } from '../begin-long.ts';
import type { Database } from '../database.ts';
import { isTransactionConflict, isUniqueViolation } from '../database-error.ts';
import { applyImport, ImportConflict } from './apply-import.ts';
import { type StoredImport, saveImportProgress } from './import-store.ts';

const maxAttempts = 5;
/** With fewer rows, any plan of the server will do. */
const analyzedRows = 5000;

/** The import has ended meanwhile. */
class Cancelled extends Error {}

/**
 * Stores the staged rows of an import and ends it, in one transaction: it is stored whole or not at
 * all, also if the process is killed. Of two processes that try, one finds the import ended.
 */
export async function completeImport(
  database: Database,
  stored: StoredImport,
  onProgress: (progress: number) => void = () => undefined,
): Promise<{ readonly status: ImportStatus; readonly report: ImportReport }> {
  const client = await database.openConnection('quaestor import');
  try {
    if (!(await isAlone(client, stored.id))) return { status: 'RUNNING', report: stored.report };
    if (stored.staged > analyzedRows) await analyze(client);
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await tryOnce(database, client, stored, onProgress);
      } catch (error) {
        await client.query('ROLLBACK');
        if (error instanceof Cancelled) return await readEnd(client, stored);
        if (!isRace(error)) throw error;
        if (attempt === maxAttempts) throw taken(error);
      }
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * Brings the server's statistics up to date, before the transaction, which would keep others from doing
 * the same until its end. Right after another large import, the server still takes the tables for small,
 * and would search them row by row.
 */
async function analyze(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_stat_user_tables
     WHERE relname IN ('questions', 'question_versions') AND schemaname = current_schema()
       AND n_mod_since_analyze > 1000 + n_live_tup / 10`,
  );
  await client.query(`ANALYZE ${['import_rows', ...rows.map(({ name }) => name)].join(', ')}`);
}

/** Holds a lock for as long as the connection lasts; false if another process has it. */
async function isAlone(client: pg.Client, id: string): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_lock(20261116, hashtext($1)) AS locked',
    [id],
  );
  return rows[0]?.locked ?? false;
}

/** Someone changed the same questions meanwhile. */
function isRace(error: unknown): boolean {
  return (
    error instanceof ImportConflict || isTransactionConflict(error) || isUniqueViolation(error)
  );
}

function taken(cause: unknown): ServiceError {
  const message = isUniqueViolation(cause)
    ? 'Two questions would have the same source and external_id.'
    : 'The questions of the file are being changed by others. Try again later.';
  return new ServiceError('CONFLICT', message, { cause });
}

async function tryOnce(
  database: Database,
  client: pg.Client,
  stored: StoredImport,
  onProgress: (progress: number) => void,
): Promise<{ readonly status: ImportStatus; readonly report: ImportReport }> {
  const { id, createdBy: by, options: policy } = stored;
  await beginLong(client, 'READ WRITE');
  await assertStaged(client, stored);
  const { report, isAccepted } = await applyImport(client, {
    id,
    by,
    policy,
    report: stored.report,
    onStep: async (progress) => {
      onProgress(progress);
      if (!(await saveImportProgress(database, id, progress * 0.99))) throw new Cancelled();
    },
  });
  const status = isAccepted ? 'SUCCEEDED' : 'FAILED';
  const { rowCount } = await client.query(
    `UPDATE imports SET status = $2, report = $3, progress = 1, finished_at = clock_timestamp()
     WHERE id = $1 AND status IN ('QUEUED', 'RUNNING')`,
    [id, status, JSON.stringify(report)],
  );
  if (rowCount === 0) throw new Cancelled();
  await client.query('DELETE FROM import_rows WHERE import_id = $1', [id]);
  // Until the server does so by itself, its plans would be those for the tables as they were before.
  if (stored.staged > analyzedRows) {
    await client.query('ANALYZE questions, question_slots, question_versions');
  }
  await client.query('COMMIT');
  return { status, report };
}

/** How another process, or a cancellation, has ended it. */
async function readEnd(client: pg.Client, { id }: StoredImport) {
  const { rows } = await client.query<{ status: ImportStatus; report: ImportReport }>(
    'SELECT status, report FROM imports WHERE id = $1',
    [id],
  );
  const [row] = rows;
  if (!row) throw new Error('The import is gone');
  await client.query('DELETE FROM import_rows WHERE import_id = $1', [id]);
  return row;
}

async function assertStaged(client: pg.Client, { id, staged }: StoredImport): Promise<void> {
  const { rows } = await client.query<{ count: number; status: ImportStatus }>(
    `SELECT status, (SELECT count(*)::int FROM import_rows WHERE import_id = $1) AS count
     FROM imports WHERE id = $1`,
    [id],
  );
  if (rows[0]?.count === staged) return;
  if (rows[0]?.status !== 'RUNNING') throw new Cancelled();
  throw new ServiceError(
    'CONFLICT',
    'The database has lost the uploaded rows. Import the file again.',
  );
}
