import type { QuestionContent } from '../domain/question-content.ts';
import type { QuestionFilter } from '../domain/question-criteria.ts';
import type { Database } from './database.ts';
import { contentColumns } from './question-columns.ts';
import { matchesOf } from './question-list.ts';

/** A question as it was before or after an event. */
export interface EventState {
  /** Which event of those that are asked about. */
  readonly event: number;
  readonly id: string;
  readonly content: QuestionContent;
  readonly occurredAt: string;
}

const givenColumns = Object.entries(contentColumns)
  .map(([field, { type }]) => `"${field}" ${type}`)
  .join(', ');

const namedColumns = Object.entries(contentColumns)
  .map(([field, { name }]) => `given."${field}" AS ${name}`)
  .join(', ');

/** As the table `questions` generates it. */
const searchVector = ['questionText', 'correctAnswer', 'topicFocus']
  .flatMap((field) =>
    ['english', 'simple'].map(
      (language) => `to_tsvector('${language}', coalesce(given."${field}", ''))`,
    ),
  )
  .join(' || ');

/** Takes the place of the table: a filter means the same for events as in a list. */
const statesAsQuestions = (parameter: string) => `
  WITH questions AS (
    SELECT given.event, given.id, ${namedColumns}, ${searchVector} AS search_vector,
      (SELECT changed_at FROM question_versions
       WHERE question_id = given.id ORDER BY version LIMIT 1) AS created_at,
      given."occurredAt" AS updated_at
    FROM jsonb_to_recordset(${parameter}::jsonb)
      AS given(event int, id uuid, ${givenColumns}, "occurredAt" timestamptz)
  )`;

/** The events whose question matches a filter, before or after. */
export async function findMatchingEvents(
  database: Database,
  filter: QuestionFilter,
  states: readonly EventState[],
): Promise<Set<number>> {
  if (states.length === 0) return new Set();
  const { text, values } = matchesOf(filter);
  const given = states.map(({ content, ...state }) => ({ ...content, ...state }));
  const rows = await database.query<{ event: number }>({
    text: `${statesAsQuestions(`$${values.length + 1}`)} SELECT DISTINCT questions.event ${text}`,
    values: [...values, JSON.stringify(given)],
  });
  return new Set(rows.map(({ event }) => event));
}
