import { v7 as uuidv7 } from 'uuid';
import { type QuestionContent, questionFields } from '../domain/question-content.ts';
import type { Statement } from './database.ts';
import { type KeyOwner, ownedKey } from './idempotency-store.ts';
import {
  columnNames,
  contentColumnNames,
  contentColumns,
  recordColumns,
  type StoredQuestion,
  selectColumns,
} from './question-columns.ts';

// A change of questions and its history in one statement: without a transaction around it, it takes one
// round trip. The statements of a request with an Idempotency-Key also mark the key as used, and change
// nothing when the request has lost its key.

/** Who changes a question, and when. */
export interface Author {
  readonly by: string;
  readonly at: Date;
}

export type IfVersion = readonly number[] | null | undefined;

/** A new question may bring its id. Ids ascend in the given order, so that lists show it. */
export function toNewQuestions(
  contents: readonly (QuestionContent & { readonly id?: string })[],
  at: Date,
): StoredQuestion[] {
  const time = at.toISOString();
  return contents.map((content) => ({
    ...content,
    id: content.id ?? uuidv7(),
    version: 1,
    createdAt: time,
    updatedAt: time,
  }));
}

/** One JSON parameter for any number of rows. Returns a row if the questions were created. */
export function insertStatement(
  questions: readonly StoredQuestion[],
  { by }: Author,
  owner?: KeyOwner,
): Statement {
  return insertion([by, JSON.stringify(questions)], owner);
}

/** Returns the question; no row if it does not exist, is at another version, or would not change. */
export function updateStatement(
  id: string,
  changes: Partial<Record<keyof QuestionContent, unknown>>,
  ifVersion: IfVersion,
  { by, at }: Author,
  owner?: KeyOwner,
): Statement {
  const fields = questionFields.filter((field) => changes[field] !== undefined);
  const given = questionFields.map((field) => changes[field] ?? null);
  return updating([by, at, id, ifVersion ?? null, fields, ...given], owner);
}

/** Returns the id; no row if the question does not exist or is at another version. */
export function deleteStatement(
  id: string,
  ifVersion: IfVersion,
  { by, at }: Author,
  owner?: KeyOwner,
): Statement {
  return deletion([by, at, id, ifVersion ?? null], owner);
}

/** Nodes' clocks differ, and a history never runs backwards. */
const later = 'greatest(q.updated_at, $2::timestamptz)';
const isExpected = '($4::int[] IS NULL OR q.version = ANY($4::int[]))';

const insertion = composeChange('created', 2, {
  change: (isAllowed) => `
    INSERT INTO questions (${columnNames})
    SELECT * FROM jsonb_to_recordset($2::jsonb) AS given(${recordColumns}) WHERE ${isAllowed}
    RETURNING id, version, updated_at, ${contentColumnNames}`,
  result: 'id FROM changed LIMIT 1',
});

/** The parameter of a field in an update, and whether it is given. */
const givenColumns = questionFields.map((field, index) => {
  const { name, type } = contentColumns[field];
  return { name, value: `$${6 + index}::${type}`, isGiven: `'${field}' = ANY($5::text[])` };
});

const updating = composeChange('updated', 5 + givenColumns.length, {
  change: (isAllowed) => `
    UPDATE questions q
    SET ${givenColumns
      .map(
        ({ name, value, isGiven }) =>
          `${name} = CASE WHEN ${isGiven} THEN ${value} ELSE q.${name} END`,
      )
      .join(', ')}, version = q.version + 1, updated_at = ${later}
    WHERE q.id = $3::uuid AND ${isExpected} AND ${isAllowed} AND (${givenColumns
      .map(({ name, value, isGiven }) => `${isGiven} AND q.${name} IS DISTINCT FROM ${value}`)
      .join(' OR ')})
    RETURNING ${columnNames}`,
  result: `${selectColumns('changed')} FROM changed`,
});

const deletion = composeChange('deleted', 4, {
  change: (isAllowed) => `
    DELETE FROM questions q WHERE q.id = $3::uuid AND ${isExpected} AND ${isAllowed}
    RETURNING id, version + 1 AS version, ${later} AS updated_at, ${contentColumnNames}`,
  result: 'id FROM changed',
});

/** The texts of a change with and without a key. `$1` is the author; the key follows the other values. */
function composeChange(
  kind: string,
  valueCount: number,
  { change, result }: { change: (isAllowed: string) => string; result: string },
): (values: readonly unknown[], owner: KeyOwner | undefined) => Statement {
  const history = `recorded AS (
    INSERT INTO question_versions (
      question_id, version, change, changed_by, changed_at, ${contentColumnNames}
    )
    SELECT id, version, '${kind}', $1, updated_at, ${contentColumnNames} FROM changed
  )`;
  const plain = `WITH changed AS (${change('TRUE')}), ${history} SELECT ${result}`;
  const { held, marked, isHeld } = ownedKey(valueCount);
  const keyed = `
    WITH ${held}, changed AS (${change(isHeld)}), ${history}, ${marked} SELECT ${result}`;
  return (values, owner) =>
    owner
      ? { text: keyed, values: [...values, owner.caller, owner.key, owner.claimedAt] }
      : { text: plain, values };
}
