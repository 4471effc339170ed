import { type Fault, type RuleCode, validationError } from '../domain/errors.ts';
import type { Database } from './database.ts';

/** English stems of the parameter `search`; its literal words if it consists of stop words only. */
export function searchQuery(search: string): string {
  return `CROSS JOIN (
    SELECT CASE WHEN numnode(stems) > 0 THEN stems ELSE words END AS query
    FROM (SELECT websearch_to_tsquery('english', ${search}) AS stems,
                 websearch_to_tsquery('simple', ${search}) AS words) AS readings
  ) AS wanted`;
}

/**
 * Rejects a search that excludes words and requires none, such as `-planet`: no index helps, and
 * almost every question matches. Which words count is decided by PostgreSQL, which ignores "the".
 */
export async function assertSearchable(
  database: Database,
  search: string | undefined,
  { code, path }: { code: RuleCode; path: Fault['path'] },
): Promise<void> {
  if (!search?.includes('-')) return;
  const [row] = await database.query<{ indexed: string }>({
    text: `SELECT querytree(wanted.query) AS indexed FROM (SELECT) AS one ${searchQuery('$1')}`,
    values: [search],
  });
  // "T" is a condition that an index cannot narrow down; empty, a search without any word.
  if (row?.indexed !== 'T') return;
  const detail = 'Must require a word: a search that only excludes words is not supported.';
  throw validationError(code, [{ path, code: 'unbounded', detail }]);
}
