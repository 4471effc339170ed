import type { Database } from './database.ts';
import { type StoredQuestion, selectColumns } from './question-columns.ts';

const byId = `SELECT ${selectColumns('q')} FROM questions q WHERE q.id = $1`;
const byIds = `SELECT ${selectColumns('q')} FROM questions q WHERE q.id = ANY($1::uuid[])`;

/** The id must be a UUID. */
export async function findQuestion(
  database: Database,
  id: string,
): Promise<StoredQuestion | undefined> {
  const [found] = await database.query<StoredQuestion>({ text: byId, values: [id] });
  return found;
}

/** Those that exist, in no particular order. */
export function findQuestions(
  database: Database,
  ids: readonly string[],
): Promise<StoredQuestion[]> {
  return database.query<StoredQuestion>({ text: byIds, values: [ids] });
}
