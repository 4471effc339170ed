import type { ImportPolicy } from '../../formats/import-options.ts';
import type { ImportReport, ImportStatus } from '../../formats/import-report.ts';
import type { Database } from '../database.ts';
import { Prisma } from '../generated/prisma/client.ts';

export interface StoredImport {
  readonly id: string;
  readonly status: ImportStatus;
  readonly format: string;
  readonly options: ImportPolicy;
  readonly staged: number;
  readonly progress: number;
  readonly report: ImportReport;
  readonly createdBy: string;
  readonly createdAt: string;
  readonly finishedAt: string | null;
}

const keptDays = 90;

const columns = Prisma.raw(`id, status, format, options, staged, progress, report,
  created_by AS "createdBy", (created_at AT TIME ZONE 'UTC') AS "createdAt",
  (finished_at AT TIME ZONE 'UTC') AS "finishedAt"`);

export async function findImport(
  database: Database,
  id: string,
): Promise<StoredImport | undefined> {
  const [found] = await database.query<StoredImport>(
    Prisma.sql`SELECT ${columns} FROM imports WHERE id = ${id}::uuid`,
  );
  return found;
}

/** QUEUED → RUNNING; also one whose process was lost while it was running. */
export async function claimImport(
  database: Database,
  id: string,
): Promise<StoredImport | undefined> {
  const [claimed] = await database.query<StoredImport>(Prisma.sql`
    UPDATE imports SET status = 'RUNNING', progress = 0
    WHERE id = ${id}::uuid AND status IN ('QUEUED', 'RUNNING') RETURNING ${columns}`);
  return claimed;
}

/** False when it was cancelled. */
export async function saveImportProgress(
  database: Database,
  id: string,
  progress: number,
): Promise<boolean> {
  const saved = await database.query(Prisma.sql`
    UPDATE imports SET progress = ${progress} WHERE id = ${id}::uuid AND status = 'RUNNING' RETURNING 1`);
  return saved.length > 0;
}

/** QUEUED or RUNNING → CANCELLED. Its transaction notices at its end at the latest. */
export async function cancelImport(database: Database, id: string): Promise<boolean> {
  const cancelled = await database.query(Prisma.sql`
    UPDATE imports SET status = 'CANCELLED', finished_at = now()
    WHERE id = ${id}::uuid AND status IN ('QUEUED', 'RUNNING') RETURNING 1`);
  return cancelled.length > 0;
}

/** Ends an import that cannot be stored. */
export async function failImport(database: Database, id: string, detail: string): Promise<void> {
  const errors = JSON.stringify([{ row: null, line: null, field: null, code: 'conflict', detail }]);
  await database.query(Prisma.sql`
    UPDATE imports SET status = 'FAILED', finished_at = now(),
      report = (report::jsonb || jsonb_build_object('errors', ${errors}::jsonb))::json
    WHERE id = ${id}::uuid AND status IN ('QUEUED', 'RUNNING')`);
}

/** Imports that a job is to complete; the newest may be in the hands of the request that saved them. */
export async function listUnfinishedImports(database: Database): Promise<string[]> {
  const rows = await database.query<{ id: string }>(Prisma.sql`
    SELECT id FROM imports
    WHERE status IN ('QUEUED', 'RUNNING') AND created_at < now() - interval '5 seconds'
    ORDER BY status, id LIMIT 100`);
  return rows.map(({ id }) => id);
}

/**
 * Deletes rows that wait for nothing any more, and reports after a while: an import can be undone for
 * that long.
 */
export async function deleteOldImports(database: Database): Promise<void> {
  await database.query(Prisma.sql`
    DELETE FROM import_rows WHERE import_id NOT IN (
      SELECT id FROM imports WHERE status IN ('QUEUED', 'RUNNING'))`);
  await database.query(Prisma.sql`
    WITH old AS (
      DELETE FROM imports WHERE finished_at < now() - ${keptDays} * interval '1 day' RETURNING id
    ) DELETE FROM import_changes WHERE import_id IN (SELECT id FROM old)`);
}

export async function saveMapping(
  database: Database,
  name: string,
  mapping: object,
  by: string,
): Promise<void> {
  await database.query(Prisma.sql`
    INSERT INTO import_mappings (name, mapping, created_by, updated_at)
    VALUES (${name}, ${JSON.stringify(mapping)}::json, ${by}, now())
    ON CONFLICT (name) DO UPDATE SET mapping = EXCLUDED.mapping, updated_at = now()`);
}

export async function findMapping(database: Database, name: string): Promise<unknown> {
  const [found] = await database.query<{ mapping: unknown }>(
    Prisma.sql`SELECT mapping FROM import_mappings WHERE name = ${name}`,
  );
  return found?.mapping;
}
