import type pg from 'pg';
import type { ImportPolicy } from '../../formats/import-options.ts';
import { type ImportCounts, type ImportError, maxErrors } from '../../formats/import-report.ts';

/** The index over it finds the same content. */
const contentKey = (table: string) =>
  `md5(lower(${table}.question_text) || E'\\n' || lower(${table}.correct_answer))::uuid`;

/** The values of an update; fields that the file does not have keep theirs. */
export const merged = [
  ['question_text', 'r.question_text'],
  ['correct_answer', 'r.correct_answer'],
  [
    'incorrect_answers',
    'CASE WHEN r.given & 1 > 0 THEN r.incorrect_answers ELSE array_remove(q.incorrect_answers, r.correct_answer) END',
  ],
  [
    'accepted_answers',
    'CASE WHEN r.given & 16 > 0 THEN r.accepted_answers ELSE array_remove(q.accepted_answers, r.correct_answer) END',
  ],
  ['category', 'r.category'],
  ['difficulty', 'r.difficulty'],
  ['topic_focus', 'CASE WHEN r.given & 2 > 0 THEN r.topic_focus ELSE q.topic_focus END'],
  ['source', 'CASE WHEN r.given & 4 > 0 THEN r.source ELSE q.source END'],
  ['external_id', 'CASE WHEN r.given & 8 > 0 THEN r.external_id ELSE q.external_id END'],
] as const;

const isChanged = `(${merged.map(([name]) => `q.${name}`).join(', ')}) IS DISTINCT FROM (${merged
  .map(([, value]) => value)
  .join(', ')})`;

/**
 * What is to be done with each row, in a table that ends with the transaction. `target` is the question
 * that exists, at `target_version`; `gone_version` the last version of one that was deleted. Without the
 * `IS NOT NULL`, PostgreSQL 18 hashes all questions without an external id to one value, and compares each of
 * them with each row that has none.
 */
const planStatement = `
  CREATE TEMP TABLE import_plan ON COMMIT DROP AS
  WITH matched AS (
    SELECT r.row, r.has_id, r.id AS row_id, r.version AS row_version,
      own.id AS own_id, keyed.id AS keyed_id, gone.version AS gone_version, gone.changed_at AS gone_at,
      CASE WHEN own.id IS NULL AND keyed.id IS NULL AND gone.version IS NULL THEN same.id END AS same_id,
      CASE WHEN r.has_id THEN first_value(r.row) OVER (PARTITION BY r.has_id, r.id ORDER BY r.row) END AS id_row,
      CASE WHEN r.source IS NOT NULL AND r.external_id IS NOT NULL
        THEN first_value(r.row) OVER (PARTITION BY r.source, r.external_id ORDER BY r.row) END AS key_row,
      CASE WHEN NOT r.has_id AND (r.source IS NULL OR r.external_id IS NULL)
        THEN first_value(r.row) OVER (PARTITION BY ${contentKey('r')} ORDER BY r.row) END AS content_row
    FROM import_rows r
    LEFT JOIN questions own ON r.has_id AND own.id = r.id
    LEFT JOIN questions keyed ON keyed.source = r.source AND keyed.external_id = r.external_id
      AND keyed.external_id IS NOT NULL
    LEFT JOIN LATERAL (
      SELECT v.version, v.changed_at FROM question_versions v WHERE r.has_id AND v.question_id = r.id
      ORDER BY v.version DESC LIMIT 1
    ) gone ON own.id IS NULL AND keyed.id IS NULL
    LEFT JOIN LATERAL (
      SELECT s.id FROM questions s WHERE ${contentKey('s')} = ${contentKey('r')} ORDER BY s.id LIMIT 1
    ) same ON own.id IS NULL AND keyed.id IS NULL
    WHERE r.import_id = $IMPORT
  ), targeted AS (
    SELECT m.*, COALESCE(own_id, keyed_id, same_id) AS target,
      CASE WHEN COALESCE(own_id, keyed_id, same_id) IS NOT NULL
        THEN first_value(row) OVER (PARTITION BY COALESCE(own_id, keyed_id, same_id) ORDER BY row) END AS target_row
    FROM matched m
  )
  SELECT t.row, t.target, q.version AS target_version, t.gone_version, t.gone_at,
    LEAST(t.id_row, t.key_row) AS first_row, t.target_row,
    CASE
      WHEN $POLICY <> 'add' AND (t.id_row < t.row OR t.key_row < t.row) THEN 'twice'
      WHEN $POLICY = 'add' THEN CASE WHEN t.keyed_id IS NOT NULL OR t.key_row < t.row THEN 'taken' ELSE 'add' END
      WHEN t.own_id <> t.keyed_id THEN 'taken'
      WHEN t.target IS NULL AND t.content_row < t.row THEN
        CASE $POLICY WHEN 'reject' THEN 'duplicate' ELSE 'skip' END
      WHEN t.target IS NULL THEN CASE WHEN t.gone_version IS NULL THEN 'add' ELSE 'restore' END
      WHEN $POLICY = 'reject' THEN 'duplicate'
      WHEN $POLICY = 'skip' OR ($POLICY = 'auto' AND t.same_id IS NOT NULL) THEN 'skip'
      WHEN NOT (${isChanged}) THEN 'unchanged'
      WHEN t.target_row < t.row THEN 'twice'
      WHEN r.version < q.version THEN 'outdated'
      ELSE 'update'
    END AS action
  FROM targeted t
  JOIN import_rows r ON r.import_id = $IMPORT AND r.row = t.row
  LEFT JOIN questions q ON q.id = t.target`;

const failures = ['twice', 'taken', 'duplicate', 'outdated'];

export interface ImportPlan {
  readonly counts: Omit<ImportCounts, 'read'>;
  readonly errors: readonly ImportError[];
}

/** Decides in the transaction what is to be done. Temporary tables take no parameters: these are safe. */
export async function planImport(
  client: pg.Client,
  importId: string,
  { onDuplicate }: ImportPolicy,
): Promise<ImportPlan> {
  await client.query(
    planStatement
      .replaceAll('$IMPORT', client.escapeLiteral(importId))
      .replaceAll('$POLICY', `${client.escapeLiteral(onDuplicate)}::text`),
  );
  await client.query('CREATE UNIQUE INDEX ON import_plan (row)');
  await client.query('ANALYZE import_plan');
  const { rows } = await client.query<{ action: string; count: number }>(
    'SELECT action, count(*)::int AS count FROM import_plan GROUP BY action',
  );
  const count = (...actions: string[]) =>
    rows.reduce((sum, each) => sum + (actions.includes(each.action) ? each.count : 0), 0);
  return {
    counts: {
      added: count('add'),
      updated: count('update', 'restore'),
      unchanged: count('unchanged'),
      skipped: count('skip'),
      failed: count(...failures),
    },
    errors: count(...failures) === 0 ? [] : await readErrors(client, importId),
  };
}

interface FailedRow {
  readonly row: number;
  readonly line: number | null;
  readonly action: string;
  readonly target: string | null;
  readonly targetVersion: number | null;
  readonly version: number | null;
  readonly id: string;
  readonly externalId: string | null;
  readonly firstRow: number | null;
  readonly targetRow: number | null;
}

async function readErrors(client: pg.Client, importId: string): Promise<ImportError[]> {
  const { rows } = await client.query<FailedRow>(
    `SELECT p.row, r.line, p.action, p.target, p.target_version AS "targetVersion", r.version, r.id,
       r.external_id AS "externalId", p.first_row AS "firstRow", p.target_row AS "targetRow"
     FROM import_plan p JOIN import_rows r ON r.import_id = $1 AND r.row = p.row
     WHERE p.action = ANY($2) ORDER BY p.row LIMIT ${maxErrors}`,
    [importId, failures],
  );
  return rows.map(describeFailure);
}

function describeFailure(failed: FailedRow): ImportError {
  const { row, line, action, target, version, targetVersion, id, externalId } = failed;
  const place = { row, line };
  const key = externalId === null ? {} : { value: externalId.slice(0, 100) };
  if (action === 'twice') {
    const first =
      failed.firstRow !== null && failed.firstRow < row ? failed.firstRow : failed.targetRow;
    const detail = `The same question as row ${first}.`;
    return {
      ...place,
      field: null,
      code: 'duplicate',
      detail,
      suggestion: 'Keep one of the rows.',
    };
  }
  if (action === 'taken') {
    const detail = 'Another question has this source and external_id.';
    return { ...place, field: 'external_id', ...key, code: 'taken', detail };
  }
  if (action === 'outdated') {
    const detail = `The stored question is at version ${targetVersion}, the file has version ${version}.`;
    const suggestion = 'Export it again, or remove the version to overwrite it.';
    return {
      ...place,
      field: 'version',
      value: String(version),
      code: 'conflict',
      detail,
      suggestion,
    };
  }
  const detail = `The question exists, with the id ${target ?? id}.`;
  const suggestion = 'Choose another policy for duplicates to skip or update it.';
  return { ...place, field: null, code: 'duplicate', detail, suggestion };
}
