import { v7 as uuidv7 } from 'uuid';
import { type Fault, validationError } from '../domain/errors.ts';
import type { QuestionFilter } from '../domain/question-criteria.ts';
import type { NewSnapshot } from '../domain/snapshot-input.ts';
import type { Database } from './database.ts';
import type { Snapshot } from './generated/prisma/client.ts';
import type { VersionKey } from './match-versions.ts';
import {
  type PinnedQuestion,
  readPinnedQuestions,
  recordMissingVersions,
} from './pinned-questions.ts';
import type { Statement } from './prepared-query.ts';
import type { Author } from './question-changes.ts';
import { matchesOf } from './question-list.ts';
import type { Transaction } from './transaction.ts';

const pageLength = 1000;

/** Pins the questions at the versions of one moment, all in one statement. */
export async function createSnapshot(
  transaction: Transaction,
  { name, criteria, ids }: NewSnapshot,
  { by, at }: Author,
): Promise<Snapshot> {
  const unique = ids && [...new Set(ids)];
  if (ids) await assertKnown(transaction, ids);
  const chosen = unique ? choiceOfIds(unique) : choiceOf((criteria ?? {}) as QuestionFilter);
  const id = uuidv7();
  const { text, values } = creation(chosen, [
    id,
    name,
    criteria ? JSON.stringify(criteria) : null,
    by,
    at.toISOString(),
  ]);
  await transaction.$queryRawUnsafe(text, ...values);
  const snapshot = await transaction.snapshot.findUniqueOrThrow({ where: { id } });
  if (snapshot.questionCount > 0) return snapshot;
  const detail = 'No question matches: a snapshot holds at least one.';
  throw validationError('BAD_USER_INPUT', [{ path: ['criteria'], code: 'no_match', detail }]);
}

/** A part of the questions of a snapshot, in their order. */
export async function readSnapshotQuestions(
  database: Database,
  id: string,
  from: number,
  count: number,
): Promise<PinnedQuestion[]> {
  const rows = await database.query<{ ids: string[]; versions: number[] }>({
    text: `
      SELECT question_ids[lower_bound:upper_bound]::text[] AS ids, versions[lower_bound:upper_bound] AS versions
      FROM (
        SELECT *, greatest(1, $2::int - number * ${pageLength} + 1) AS lower_bound,
          least(${pageLength}, $3::int - number * ${pageLength}) AS upper_bound
        FROM snapshot_pages WHERE snapshot_id = $1
          AND number BETWEEN $2::int / ${pageLength} AND ($3::int - 1) / ${pageLength}
      ) AS pages ORDER BY number`,
    values: [id, from, from + count],
  });
  const pins = rows.flatMap(({ ids, versions }) =>
    ids.map((pinned, index): VersionKey => ({ id: pinned, version: versions[index] ?? 0 })),
  );
  return readPinnedQuestions(database, pins);
}

async function assertKnown(transaction: Transaction, ids: readonly string[]): Promise<void> {
  const rows = await transaction.$queryRawUnsafe<{ id: string }[]>(
    'SELECT id FROM questions WHERE id = ANY($1::uuid[])',
    ids,
  );
  const known = new Set(rows.map(({ id }) => id));
  const faults = ids.flatMap((id, index): Fault[] =>
    known.has(id) ? [] : [{ path: ['ids', index], code: 'not_found', detail: 'No such question.' }],
  );
  if (faults.length > 0) throw validationError('BAD_USER_INPUT', faults);
}

/** The chosen questions as `id, version, place`; a statement without its SELECT of the snapshot. */
function choiceOf(filter: QuestionFilter): Statement {
  const { text, values } = matchesOf(filter);
  const place = 'row_number() OVER (ORDER BY questions.created_at, questions.id) - 1 AS place';
  return { text: `SELECT questions.id, questions.version, ${place} ${text}`, values };
}

function choiceOfIds(ids: readonly string[]): Statement {
  const text = `SELECT questions.id, questions.version, place - 1 AS place
    FROM unnest($1::uuid[]) WITH ORDINALITY AS given(id, place) JOIN questions USING (id)`;
  return { text, values: [ids] };
}

/** `row`: id, name, criteria, author and time. */
function creation(chosen: Statement, row: readonly unknown[]): Statement {
  const values = [...chosen.values, ...row];
  const at = (index: number) => `$${chosen.values.length + index}`;
  const text = `
    WITH chosen AS MATERIALIZED (${chosen.text}),
    recorded AS (${recordMissingVersions(
      'FROM questions WHERE questions.id IN (SELECT id FROM chosen)',
    )}),
    paged AS (
      INSERT INTO snapshot_pages (snapshot_id, number, question_ids, versions)
      SELECT ${at(1)}::uuid, place / ${pageLength}, array_agg(id ORDER BY place),
        array_agg(version ORDER BY place)
      FROM chosen GROUP BY place / ${pageLength}
    )
    INSERT INTO snapshots (id, name, criteria, question_count, created_by, created_at)
    SELECT ${at(1)}::uuid, ${at(2)}, ${at(3)}::jsonb, (SELECT count(*)::int FROM chosen), ${at(4)},
      ${at(5)}::timestamptz`;
  return { text, values };
}
