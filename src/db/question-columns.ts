import type { QuestionField } from '../domain/question-content.ts';
import type { Question } from './generated/prisma/client.ts';

// Without a value of Prisma's: analysis threads load this file, and Prisma takes half a second to load.

type Columns<Field extends string> = Readonly<Record<Field, { name: string; type: string }>>;

/** The columns that clients can set; the versions of a question have the same ones. */
export const contentColumns: Columns<QuestionField> = {
  questionText: { name: 'question_text', type: 'text' },
  correctAnswer: { name: 'correct_answer', type: 'text' },
  incorrectAnswers: { name: 'incorrect_answers', type: 'text[]' },
  acceptedAnswers: { name: 'accepted_answers', type: 'text[]' },
  category: { name: 'category', type: 'text' },
  difficulty: { name: 'difficulty', type: 'smallint' },
  topicFocus: { name: 'topic_focus', type: 'text' },
  source: { name: 'source', type: 'text' },
  externalId: { name: 'external_id', type: 'text' },
};

/**
 * A question as our own statements read it. PostgreSQL prints the times in UTC and the pool completes
 * them to what clients see, so that no row passes through a Date.
 */
export type StoredQuestion = Omit<Question, 'createdAt' | 'updatedAt'> & {
  readonly createdAt: string;
  readonly updatedAt: string;
};

const columns: Columns<keyof Question> = {
  id: { name: 'id', type: 'uuid' },
  ...contentColumns,
  version: { name: 'version', type: 'integer' },
  createdAt: { name: 'created_at', type: 'timestamptz' },
  updatedAt: { name: 'updated_at', type: 'timestamptz' },
};

const entries = Object.entries(columns);

/** `id, question_text, …` for INSERT. */
export const columnNames = entries.map(([, { name }]) => name).join(', ');

/** The same without the columns that the service sets itself. */
export const contentColumnNames = Object.values(contentColumns)
  .map(({ name }) => name)
  .join(', ');

/** `"id" uuid, "questionText" text, …` for jsonb_to_recordset, in the order of `columnNames`. */
export const recordColumns = entries.map(([field, { type }]) => `"${field}" ${type}`).join(', ');

/** `q.id AS "id", q.question_text AS "questionText", …` for SELECT; all columns by default. */
export function selectColumns(table: string, fields?: readonly (keyof Question)[]): string {
  const selected = fields ?? (Object.keys(columns) as (keyof Question)[]);
  return selected.map((field) => `${readColumn(table, field)} AS "${field}"`).join(', ');
}

function readColumn(table: string, field: keyof Question): string {
  const { name, type } = columns[field];
  const column = `${table}.${name}`;
  return type === 'timestamptz' ? `(${column} AT TIME ZONE 'UTC')` : column;
}
