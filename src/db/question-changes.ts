import { type QuestionContent, questionFields } from '../domain/question-content.ts';
import { createAscendingIds } from './ascending-ids.ts';
import { type KeyOwner, ownedKey, valuesOf } from './idempotency-store.ts';
import type { Statement } from './prepared-query.ts';
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

const nextId = createAscendingIds();

/** A new question may bring its id. Ids ascend in the given order, so that lists show it. */
export function toNewQuestions(
  contents: readonly (QuestionContent & { readonly id?: string })[],
  at: Date,
): StoredQuestion[] {
  const time = at.toISOString();
  return contents.map((content) =>
    // Not spread: V8 takes several times as long for properties that follow those of a copied object.
    Object.assign(
      { id: content.id ?? nextId(), version: 1, createdAt: time, updatedAt: time },
      content,
    ),
  );
}

/** One JSON parameter for any number of rows. Returns a row if the questions were created. */
export function insertStatement(
  questions: readonly StoredQuestion[],
  { by }: Author,
  owner?: KeyOwner,
): Statement {
  return insertion([by, JSON.stringify(questions)], owner);
}

/** Returns the question; no row if it does not exist, is at another version, would not change, or needs its stored content. */
export function updateStatement(
  id: string,
  changes: Partial<Record<keyof QuestionContent, unknown>>,
  ifVersion: IfVersion,
  { by, at }: Author,
  owner?: KeyOwner,
): Statement {
  return updating([by, at.toISOString(), id, ifVersion ?? null, ...givenValues(changes)], owner);
}

/** The same for many, which the caller has locked: returns the ids of those that have changed. */
export function updateManyStatement(
  ids: readonly string[],
  changes: Partial<Record<keyof QuestionContent, unknown>>,
  { by, at }: Author,
): Statement {
  return updatingMany([by, at.toISOString(), ids, null, ...givenValues(changes)], undefined);
}

function givenValues(changes: Partial<Record<keyof QuestionContent, unknown>>): unknown[] {
  const fields = questionFields.filter((field) => changes[field] !== undefined);
  return [fields, ...questionFields.map((field) => changes[field] ?? null)];
}

/** Returns the id; no row if the question does not exist or is at another version. */
export function deleteStatement(
  id: string,
  ifVersion: IfVersion,
  { by, at }: Author,
  owner?: KeyOwner,
): Statement {
  return deletion([by, at.toISOString(), id, ifVersion ?? null], owner);
}

/** The same for many, which the caller has locked. */
export function deleteManyStatement(ids: readonly string[], { by, at }: Author): Statement {
  return deletionOfMany([by, at.toISOString(), ids, null], undefined);
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

const composeUpdate = (isChosen: string, result: string) =>
  composeChange('updated', 5 + givenColumns.length, {
    change: (isAllowed) => `
    UPDATE questions q
    SET ${givenColumns
      .map(
        ({ name, value, isGiven }) =>
          `${name} = CASE WHEN ${isGiven} THEN ${value} ELSE q.${name} END`,
      )
      .join(', ')}, version = q.version + 1, updated_at = ${later}
    WHERE ${isChosen} AND ${isExpected} AND ${isAllowed} AND (${givenColumns
      .map(({ name, value, isGiven }) => `${isGiven} AND q.${name} IS DISTINCT FROM ${value}`)
      .join(' OR ')})
    RETURNING ${columnNames}`,
    result,
  });

const composeDeletion = (isChosen: string) =>
  composeChange('deleted', 4, {
    change: (isAllowed) => `
    DELETE FROM questions q WHERE ${isChosen} AND ${isExpected} AND ${isAllowed}
    RETURNING id, version + 1 AS version, ${later} AS updated_at, ${contentColumnNames}`,
    result: 'id FROM changed',
  });

const isOne = 'q.id = $3::uuid';
/** New choices could be among the accepted answers of a question, unless those are given as well. */
const meetsAcceptedAnswers = `(cardinality(q.accepted_answers) = 0 OR 'acceptedAnswers' = ANY($5::text[])
  OR NOT $5::text[] && '{correctAnswer,incorrectAnswers}'::text[])`;
const isOneOfMany = 'q.id = ANY($3::uuid[])';
const updating = composeUpdate(
  `${isOne} AND ${meetsAcceptedAnswers}`,
  `${selectColumns('changed')} FROM changed`,
);
const updatingMany = composeUpdate(isOneOfMany, 'id FROM changed');
const deletion = composeDeletion(isOne);
const deletionOfMany = composeDeletion(isOneOfMany);

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
    owner ? { text: keyed, values: [...values, ...valuesOf(owner)] } : { text: plain, values };
}
