import { LRUCache } from 'lru-cache';
import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';

/** What was found of a run: whether it is stale, when questions had been rewritten so often. */
interface Verdict {
  readonly isStale: boolean;
  readonly rewrites: string;
}

const maxVerdicts = 10_000;
/** A database that is replaced by an older copy could reach the same sum of rewrites. */
const ttlMs = 60_000;
/** By pool, which the databases of all requests share. */
const caches = new WeakMap<Database['pool'], LRUCache<string, Verdict>>();

/** Those of the runs of which a question has a newer version by now, or is gone. */
export async function findStale(database: Database, ids: readonly string[]): Promise<Set<string>> {
  const cache = caches.get(database.pool) ?? new LRUCache({ max: maxVerdicts, ttl: ttlMs });
  caches.set(database.pool, cache);
  const stale = new Set(ids.filter((id) => cache.get(id)?.isStale));
  const open = ids.filter((id) => !stale.has(id));
  if (open.length === 0) return stale;
  const found = await database.query<Verdict & { id: string }>(
    staleQuery(open.map((id) => ({ id, rewrites: cache.get(id)?.rewrites ?? null }))),
  );
  for (const { id, isStale, rewrites } of found) {
    cache.set(id, { isStale, rewrites });
    if (isStale) stale.add(id);
  }
  return stale;
}

/** Covers clock differences between nodes, and changes that are dated before they are visible. */
const margin = Prisma.sql`interval '1 hour'`;

/**
 * Whether each of the runs is stale. A run of 50,000 questions should not cost as many look-ups: it is
 * current if no question was rewritten since it read them, or since it was last found current, and
 * most likely stale if one of the latest rewrites is among its questions. Only what is left is
 * compared question by question.
 */
export function staleQuery(
  runs: readonly { readonly id: string; readonly rewrites: string | null }[],
): Prisma.Sql {
  return Prisma.sql`
    WITH current AS MATERIALIZED (
      SELECT COALESCE(sum(rewrites), 0)::bigint AS rewrites FROM question_changes
    ), latest AS MATERIALIZED (
      SELECT question_id, version FROM question_versions
      WHERE version > 1 ORDER BY changed_at DESC LIMIT 20
    )
    SELECT a.id, current.rewrites::text AS rewrites, CASE
      WHEN current.rewrites IN (a.seen_rewrites, known.rewrites) THEN false
      WHEN EXISTS (
        SELECT 1 FROM latest
        WHERE latest.version > a.versions[array_position(a.question_ids, latest.question_id)]
      ) THEN true
      ELSE EXISTS (
        SELECT 1 FROM question_versions v
        JOIN unnest(a.question_ids, a.versions) AS used(id, version)
          ON used.id = v.question_id AND used.version < v.version
        WHERE v.changed_at >= a.created_at - ${margin} AND v.version > 1)
      END AS "isStale"
    FROM unnest(${runs.map(({ id }) => id)}::uuid[], ${runs.map(({ rewrites }) => rewrites)}::bigint[])
      AS known(id, rewrites)
    JOIN analyses a ON a.id = known.id CROSS JOIN current`;
}
