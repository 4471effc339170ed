import { LRUCache } from 'lru-cache';
import type { Database, Statement } from './database.ts';

interface Counted {
  /** The sum of all changes to questions that the count saw. */
  readonly changes: string;
  readonly total: number;
}

const maxEntries = 500;
/** A database that is replaced by an older copy could reach the same sum of changes. */
const ttlMs = 60_000;
/** By pool, which the databases of all requests share. */
const caches = new WeakMap<Database['pool'], LRUCache<string, Counted>>();

/** The sum of all changes that a statement sees. */
export const changesColumn =
  '(SELECT COALESCE(sum(changes), 0)::text FROM question_changes) AS changes';

/**
 * Counting is most of the cost of a page of a large bank, so that totals are remembered. One holds while
 * the sum of changes is the same, which the statement that reads the page reports.
 */
export function recallTotal({ pool }: Database, matches: Statement): Counted | undefined {
  return caches.get(pool)?.get(keyOf(matches));
}

export function rememberTotal({ pool }: Database, matches: Statement, counted: Counted): void {
  const cache = caches.get(pool) ?? new LRUCache({ max: maxEntries, ttl: ttlMs });
  caches.set(pool, cache);
  cache.set(keyOf(matches), counted);
}

/** Counts the matches now. */
export async function countQuestions(database: Database, matches: Statement): Promise<number> {
  const [counted] = await database.query<Counted & Record<string, unknown>>({
    text: `SELECT count(*)::int AS total, ${changesColumn} ${matches.text}`,
    values: matches.values,
  });
  if (!counted) return 0;
  rememberTotal(database, matches, counted);
  return counted.total;
}

function keyOf({ text, values }: Statement): string {
  return `${text} ${JSON.stringify(values)}`;
}
