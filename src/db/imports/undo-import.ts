import type pg from 'pg';
import { ServiceError } from '../../domain/errors.ts';
import { beginLong } from '../begin-long.ts';
import type { Database } from '../database.ts';
import { contentColumnNames } from '../question-columns.ts';

const names = contentColumnNames.split(', ');

const record = (kind: string) => `INSERT INTO question_versions
  (question_id, version, change, changed_by, changed_at, ${contentColumnNames})
  SELECT id, version, '${kind}', $2, updated_at, ${contentColumnNames} FROM changed`;

/** Questions that the import has updated get the content they had. */
const revert = `
  WITH changed AS (
    UPDATE questions q SET ${names.map((name) => `${name} = v.${name}`).join(', ')},
      version = q.version + 1, updated_at = GREATEST(q.updated_at, statement_timestamp())
    FROM import_changes c JOIN question_versions v
      ON v.question_id = c.question_id AND v.version = c.version_before
    WHERE c.import_id = $1 AND q.id = c.question_id AND q.version = c.version
    RETURNING q.id, q.version, q.updated_at, ${names.map((name) => `q.${name}`).join(', ')}
  ) ${record('restored')}`;

/** Those that it has added or brought back are deleted. */
const removal = `
  WITH changed AS (
    DELETE FROM questions q USING import_changes c
    WHERE c.import_id = $1 AND c.version_before IS NULL AND q.id = c.question_id AND q.version = c.version
    RETURNING q.id, q.version + 1 AS version, GREATEST(q.updated_at, statement_timestamp()) AS updated_at,
      ${names.map((name) => `q.${name}`).join(', ')}
  ) ${record('deleted')}`;

/** Takes back an import as a whole, by new versions; refuses when a question has changed since. */
export async function undoImport(database: Database, id: string, by: string): Promise<void> {
  const client = await database.openConnection('quaestor undo');
  try {
    await beginLong(client, 'READ WRITE');
    await assertUnchanged(client, id);
    const { rowCount: reverted } = await client.query(revert, [id, by]);
    const { rowCount: removed } = await client.query(removal, [id, by]);
    const { rows } = await client.query<{ count: number }>(
      'SELECT count(*)::int AS count FROM import_changes WHERE import_id = $1',
      [id],
    );
    if ((reverted ?? 0) + (removed ?? 0) !== rows[0]?.count) throw changedSince();
    await client.query(`UPDATE imports SET status = 'UNDONE' WHERE id = $1`, [id]);
    await client.query('DELETE FROM import_changes WHERE import_id = $1', [id]);
    await client.query('COMMIT');
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function assertUnchanged(client: pg.Client, id: string): Promise<void> {
  const { rows } = await client.query<{ status: string }>(
    'SELECT status FROM imports WHERE id = $1 FOR UPDATE',
    [id],
  );
  const status = rows[0]?.status;
  if (status !== 'SUCCEEDED') {
    throw new ServiceError(
      'CONFLICT',
      `Only an import that has SUCCEEDED can be undone; it is ${status}.`,
    );
  }
  const { rows: changed } = await client.query(
    `SELECT 1 FROM import_changes c LEFT JOIN questions q ON q.id = c.question_id
     WHERE c.import_id = $1 AND q.version IS DISTINCT FROM c.version LIMIT 1`,
    [id],
  );
  if (changed.length > 0) throw changedSince();
}

function changedSince(): ServiceError {
  return new ServiceError(
    'CONFLICT',
    'A question of this import has changed since, so that it cannot be undone as a whole.',
  );
}
