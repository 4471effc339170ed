import type { QuestionContent } from '../domain/question-content.ts';
import type { Database } from './database.ts';
import type { VersionKey } from './match-versions.ts';
import { contentColumnNames, contentColumns } from './question-columns.ts';
import type { Transaction } from './transaction.ts';

/**
 * Pinned questions: what forms, snapshots and draws store is the id and the version of a question, and what
 * they show is that version in its history. Every change of a question adds a version, a deleted question
 * keeps its versions, and PostgreSQL refuses to update or delete one. So a pin reads the same after any
 * number of edits, deletions and restorations of the question.
 */

/** A question as it was at one of its versions. */
export interface PinnedQuestion extends QuestionContent {
  readonly id: string;
  readonly version: number;
}

/**
 * The current versions of these questions, in the order of the ids; unknown ids are missing. A question that
 * was inserted by plain SQL has no version yet: it gets one, so that there is something to pin.
 */
export function pinQuestions(
  transaction: Transaction,
  ids: readonly string[],
): Promise<VersionKey[]> {
  return transaction.$queryRawUnsafe<VersionKey[]>(pinning, ids);
}

/** The pinned versions, in the order of the pins. A pin that names no version of a question is an error. */
export async function readPinnedQuestions(
  database: Database,
  pins: readonly VersionKey[],
): Promise<PinnedQuestion[]> {
  if (pins.length === 0) return [];
  const values = [pins.map(({ id }) => id), pins.map(({ version }) => version)];
  const questions = await database.query<PinnedQuestion & Record<string, unknown>>({
    text: reading,
    values,
  });
  if (questions.length !== pins.length)
    throw new Error('A pinned version of a question is missing.');
  return questions;
}

/** Adds the missing versions of the questions that `from` selects as `questions`. */
export function recordMissingVersions(from: string): string {
  return `
    INSERT INTO question_versions (
      question_id, version, change, changed_by, changed_at, ${contentColumnNames}
    )
    SELECT questions.id, questions.version, 'created', 'sql', questions.updated_at,
      ${Object.values(contentColumns)
        .map(({ name }) => `questions.${name}`)
        .join(', ')}
    ${from} AND NOT EXISTS (
      SELECT 1 FROM question_versions v
      WHERE v.question_id = questions.id AND v.version = questions.version)
    ON CONFLICT DO NOTHING`;
}

const given = 'unnest($1::uuid[]) WITH ORDINALITY AS given(id, position)';

const pinning = `
  WITH recorded AS (${recordMissingVersions('FROM questions WHERE questions.id = ANY($1::uuid[])')})
  SELECT q.id, q.version FROM ${given} JOIN questions q ON q.id = given.id ORDER BY given.position`;

const content = Object.entries(contentColumns).map(
  ([field, { name }]) => `v.${name} AS "${field}"`,
);

const reading = `
  SELECT v.question_id AS id, v.version, ${content.join(', ')}
  FROM unnest($1::uuid[], $2::int[]) WITH ORDINALITY AS pin(id, version, position)
  JOIN question_versions v ON v.question_id = pin.id AND v.version = pin.version
  ORDER BY pin.position`;
