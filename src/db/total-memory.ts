import { LRUCache } from 'lru-cache';
import type { QuestionFilter } from '../domain/question-criteria.ts';
import type { QuestionGroup } from '../domain/question-groups.ts';
import type { Database } from './database.ts';
import type { Statement } from './prepared-query.ts';

/** The FROM and WHERE clauses of a SELECT of questions, and an expression for their number with the same values. */
export interface Matches extends Statement {
  /** The same for the same criteria. */
  readonly key: string;
  readonly total: string;
  /** Whether the database keeps their total. */
  readonly isKept: boolean;
}

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

/** What the database keeps totals by, so that nothing needs to be counted. */
const keptBy: ReadonlySet<string> = new Set<keyof QuestionFilter>(['category', 'difficulty']);

export function hasKeptTotals(filter: QuestionFilter, by: readonly QuestionGroup[] = []): boolean {
  const criteria = Object.entries(filter).flatMap(([name, value]) => (value == null ? [] : [name]));
  return [...by, ...criteria].every((name) => keptBy.has(name));
}

/** The sum of all changes that a statement sees. */
export const changesColumn =
  '(SELECT COALESCE(sum(changes), 0)::text FROM question_changes) AS changes';

/**
 * Counting is most of the cost of a page of a large bank, so that totals are remembered. One holds while
 * the sum of changes is the same, which the statement that reads the page reports.
 */
export function recallTotal({ pool }: Database, { key }: Matches): Counted | undefined {
  return caches.get(pool)?.get(key);
}

export function rememberTotal({ pool }: Database, { key }: Matches, counted: Counted): void {
  const cache = caches.get(pool) ?? new LRUCache({ max: maxEntries, ttl: ttlMs });
  caches.set(pool, cache);
  cache.set(key, counted);
}

/** Counts the matches now. */
export async function countQuestions(database: Database, matches: Matches): Promise<number> {
  const [counted] = await database.query<Counted & Record<string, unknown>>({
    text: `SELECT ${matches.total} AS total, ${changesColumn}`,
    values: matches.values,
  });
  if (!counted) return 0;
  rememberTotal(database, matches, counted);
  return counted.total;
}
