import type pg from 'pg';
import type { ImportPolicy } from '../../formats/import-options.ts';
import type { ImportReport, ImportStatus } from '../../formats/import-report.ts';
import type { Database } from '../database.ts';
import { keyRetentionMs } from '../idempotency-store.ts';
import { type StagedText, stageRows } from './stage-rows.ts';

export interface NewImport {
  readonly id: string;
  readonly by: string;
  /** The same for the same import of a repeated request; asked for once all rows were read. */
  readonly name?: (() => string | undefined | Promise<string | undefined>) | undefined;
  readonly policy: ImportPolicy;
  readonly texts: AsyncIterable<StagedText>;
  /** What was read, once all rows were. */
  readonly finish: () => ReadFile;
}

export interface ReadFile {
  readonly format: string;
  readonly report: ImportReport;
  /** Whether the rows are to be stored; if not, the import has failed, and only its report is kept. */
  readonly isStorable: boolean;
}

export interface SavedImport {
  readonly id: string;
  readonly status: ImportStatus;
}

/** A caller's reports of imports that stored nothing; earlier ones are deleted. */
const maxFailed = 50;

/**
 * Saves an import with its rows as they are read, in one transaction on a connection of its own: if
 * the client leaves, nothing is left of it. One that an earlier request has saved under the same name is
 * returned instead: its process was lost before it answered.
 */
export async function saveImport(
  database: Pick<Database, 'openConnection'>,
  given: NewImport,
): Promise<SavedImport> {
  const client = await database.openConnection('quaestor upload');
  try {
    await client.query('BEGIN');
    await client.query('SET LOCAL statement_timeout = 0');
    const staged = await stageRows(client, given.texts);
    const { isStorable, format, report } = given.finish();
    const name = await given.name?.();
    const earlier = name === undefined ? undefined : await findNamed(client, name, given.by);
    if (earlier) return earlier;
    const status = isStorable ? 'QUEUED' : 'FAILED';
    if (!isStorable) await client.query('ROLLBACK; BEGIN');
    await client.query(
      `INSERT INTO imports (id, status, format, options, staged, report, created_by, created_at, finished_at)
       VALUES ($1, $2, $3, $4, $5, $6, $7, clock_timestamp(),
         CASE $2 WHEN 'FAILED' THEN clock_timestamp() END)`,
      [
        given.id,
        status,
        format,
        JSON.stringify({ ...given.policy, name }),
        isStorable ? staged : 0,
        JSON.stringify(report),
        given.by,
      ],
    );
    if (!isStorable) await deleteFailed(client, given.by);
    await client.query('COMMIT');
    return { id: given.id, status };
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function findNamed(
  client: pg.Client,
  name: string,
  by: string,
): Promise<SavedImport | undefined> {
  const { rows } = await client.query<SavedImport>(
    `SELECT id, status FROM imports WHERE options ->> 'name' = $1 AND created_by = $2
       AND status <> 'FAILED' AND created_at > now() - interval '${keyRetentionMs} ms'`,
    [name, by],
  );
  return rows[0];
}

async function deleteFailed(client: pg.Client, by: string): Promise<void> {
  await client.query(
    `DELETE FROM imports WHERE id IN (
       SELECT id FROM imports WHERE status = 'FAILED' AND created_by = $1 ORDER BY id DESC OFFSET $2)`,
    [by, maxFailed],
  );
}
