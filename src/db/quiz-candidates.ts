import type { QuestionFilter } from '../domain/question-criteria.ts';
import type { Database } from './database.ts';
import { type Bind, conditionsOf, type QuestionPage } from './question-list.ts';
import { listRandomly } from './random-list/random-list.ts';

export type CandidatePage = Pick<QuestionPage, 'questions' | 'cursorOf' | 'hasMore'>;

/** The matching questions in the random order of a seed, from a cursor on; an empty one is the beginning. */
export function readCandidates(
  database: Database,
  filter: QuestionFilter,
  seed: string,
  cursor: string,
  limit: number,
): Promise<CandidatePage> {
  const page = { limit, offset: 0, cursor: cursor || null, isBackward: false };
  return listRandomly(database, { filter, seed, page });
}

/** How many questions match, up to a number: a session needs no more. */
export async function countCandidates(
  database: Database,
  filter: QuestionFilter,
  max: number,
): Promise<number> {
  const values: unknown[] = [max];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const conditions = conditionsOf(filter, bind).join(' AND ') || 'TRUE';
  const [row] = await database.query<{ count: number }>({
    text: `SELECT count(*)::int AS count FROM (
      SELECT 1 FROM questions WHERE ${conditions} LIMIT $1) AS matches`,
    values,
  });
  return row?.count ?? 0;
}
