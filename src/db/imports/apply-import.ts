import type pg from 'pg';
import type { ImportPolicy } from '../../formats/import-options.ts';
import type { ImportReport } from '../../formats/import-report.ts';
import { withErrors } from '../../formats/import-report.ts';
import { contentColumnNames } from '../question-columns.ts';
import { type ImportPlan, merged, planImport } from './plan-import.ts';

/** Rows of one statement: progress is reported, and cancellation noticed, between them. */
const rowsPerStep = 20_000;

const record = (kind: string) => `recorded AS (
  INSERT INTO question_versions (question_id, version, change, changed_by, changed_at, ${contentColumnNames})
  SELECT id, version, ${kind}, $4, updated_at, ${contentColumnNames} FROM changed
)`;

const rowContent = contentColumnNames
  .split(', ')
  .map((name) => `r.${name}`)
  .join(', ');
const rowsOfStep = `import_rows r JOIN import_plan p ON p.row = r.row
    WHERE r.import_id = $1 AND r.row BETWEEN $2 AND $3`;

const insertion = `
  WITH changed AS (
    INSERT INTO questions (id, ${contentColumnNames}, version, created_at, updated_at)
    SELECT r.id, ${rowContent}, COALESCE(p.gone_version, 0) + 1,
      COALESCE(CASE WHEN p.gone_version IS NOT NULL THEN (
        SELECT min(v.changed_at) FROM question_versions v WHERE v.question_id = r.id) END, statement_timestamp()),
      GREATEST(p.gone_at, statement_timestamp())
    FROM ${rowsOfStep} AND p.action IN ('add', 'restore') ORDER BY r.row
    RETURNING id, version, updated_at, ${contentColumnNames}
  ), ${record("CASE version WHEN 1 THEN 'created' ELSE 'restored' END")}, noted AS (
    INSERT INTO import_changes (import_id, question_id, version_before, version)
    SELECT $1, id, NULL, version FROM changed
  ) SELECT count(*)::int AS count FROM changed`;

const update = `
  WITH changed AS (
    UPDATE questions q SET ${merged.map(([name, value]) => `${name} = ${value}`).join(', ')},
      version = q.version + 1, updated_at = GREATEST(q.updated_at, statement_timestamp())
    FROM ${rowsOfStep} AND p.action = 'update' AND q.id = p.target AND q.version = p.target_version
    RETURNING q.id, q.version, q.updated_at, ${contentColumnNames
      .split(', ')
      .map((name) => `q.${name}`)
      .join(', ')}
  ), ${record("'updated'")}, noted AS (
    INSERT INTO import_changes (import_id, question_id, version_before, version)
    SELECT $1, id, version - 1, version FROM changed
  ) SELECT count(*)::int AS count FROM changed`;

/** Another change got in between; the import is planned again. */
export class ImportConflict extends Error {
  override readonly name = 'ImportConflict';
}

export interface ApplyOptions {
  readonly id: string;
  readonly by: string;
  readonly policy: ImportPolicy;
  /** Of reading the file. */
  readonly report: ImportReport;
  readonly onStep: (progress: number) => Promise<void>;
}

/** Stores the staged rows in the open transaction; false if the policy forbids it. */
export async function applyImport(
  client: pg.Client,
  { id, by, policy, report, onStep }: ApplyOptions,
): Promise<{ readonly report: ImportReport; readonly isAccepted: boolean }> {
  const plan = await planImport(client, id, policy);
  const all = { ...withErrors(report, plan.errors, plan.counts.failed) };
  const isAccepted = policy.onError === 'skip' || all.failed === 0;
  if (!isAccepted) return { report: all, isAccepted };
  if (!policy.dryRun) await storeRows(client, { id, by, plan, onStep });
  const { added, updated, unchanged, skipped } = plan.counts;
  return { report: { ...all, added, updated, unchanged, skipped }, isAccepted };
}

async function storeRows(
  client: pg.Client,
  { id, by, plan, onStep }: Pick<ApplyOptions, 'id' | 'by' | 'onStep'> & { plan: ImportPlan },
): Promise<void> {
  const { rows } = await client.query<{ first: number | null; last: number | null }>(
    'SELECT min(row) AS first, max(row) AS last FROM import_plan',
  );
  const first = rows[0]?.first ?? 1;
  const last = rows[0]?.last ?? 0;
  let stored = 0;
  for (let start = first; start <= last; start += rowsPerStep) {
    const step = [id, start, start + rowsPerStep - 1, by];
    for (const statement of [update, insertion]) {
      const { rows: counted } = await client.query<{ count: number }>(statement, step);
      stored += counted[0]?.count ?? 0;
    }
    await onStep(Math.min(1, (start + rowsPerStep - first) / (last - first + 1)));
  }
  if (stored !== plan.counts.added + plan.counts.updated)
    throw new ImportConflict('Changed meanwhile');
}
