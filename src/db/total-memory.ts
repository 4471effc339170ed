import { LRUCache } from 'lru-cache';
import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';

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

const changes = Prisma.sql`(SELECT COALESCE(sum(changes), 0)::text FROM question_changes)`;

/**
 * Counting is most of the cost of a page of a large bank, so that the total is cached: PostgreSQL
 * counts again only when questions have changed since.
 */
export function totalOf({ pool }: Database, matches: Prisma.Sql) {
  const cache = caches.get(pool) ?? new LRUCache({ max: maxEntries, ttl: ttlMs });
  caches.set(pool, cache);
  const key = JSON.stringify([matches.text, matches.values]);
  const known = cache.get(key) ?? { changes: '', total: 0 };
  return {
    columns: Prisma.sql`, ${changes} AS changes,
      CASE WHEN ${changes} = ${known.changes} THEN ${known.total}::int
      ELSE (SELECT count(*)::int ${matches}) END AS total`,
    remember(counted: Counted): void {
      if (counted.changes === known.changes) return;
      cache.set(key, counted);
    },
  };
}
