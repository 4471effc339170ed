import type pg from 'pg';
import type { QuestionFilter } from '../domain/question-criteria.ts';
import type { FileQuestion } from '../formats/format.ts';
import type { Database } from './database.ts';
import { selectColumns } from './question-columns.ts';
import { matchesOf } from './question-list.ts';

const pageSize = 1000;
const columns = selectColumns('questions', [
  'id',
  'questionText',
  'correctAnswer',
  'incorrectAnswers',
  'acceptedAnswers',
  'category',
  'difficulty',
  'topicFocus',
  'source',
  'externalId',
  'version',
]);

/** The matching questions, oldest first, in pages of one snapshot, on a connection of its own. */
export async function* readQuestions(
  database: Database,
  filter: QuestionFilter,
): AsyncGenerator<FileQuestion[]> {
  const client = await database.openConnection('quaestor export');
  try {
    const { text, values } = matchesOf(filter);
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await client.query('SET LOCAL statement_timeout = 0');
    await client.query(
      `DECLARE questions_to_export NO SCROLL CURSOR FOR SELECT ${columns} ${text}
       ORDER BY questions.created_at, questions.id`,
      values.slice(),
    );
    // The next page is read while this one is written.
    let next = fetchPage(client);
    for (;;) {
      const page = await next;
      if (page.length === 0) return;
      next = fetchPage(client);
      // It fails with the connection when nobody wants it any more.
      next.catch(() => undefined);
      yield page;
    }
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function fetchPage(client: pg.Client): Promise<FileQuestion[]> {
  const { rows } = await client.query<FileQuestion>(`FETCH ${pageSize} FROM questions_to_export`);
  return rows;
}
