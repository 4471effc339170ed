import { LRUCache } from 'lru-cache';
import { type LogPosition, type QuestionChange, readChanges } from './change-log.ts';
import type { Database } from './database.ts';
import { Prisma } from './generated/prisma/client.ts';

/** Whether a run was stale at a position of the change log; a stale one remains so. */
interface Verdict {
  readonly isStale: boolean;
  readonly position: LogPosition;
  /** The order in which positions were read. */
  readonly readAs: number;
}

interface Memory {
  readonly verdicts: LRUCache<string, Verdict>;
  readings: number;
}

const maxVerdicts = 10_000;
const ttlMs = 60 * 60_000;
/** A database that is replaced by an older copy has runs that are not stale yet. */
const staleTtlMs = 10 * 60_000;
/** Finding more questions among those of a run takes longer than comparing them all. */
const maxRewritten = 10;
/** By pool, which the databases of all requests share. */
const memories = new WeakMap<Database['pool'], Memory>();

/**
 * Those of the runs of which a question has a newer version by now, or is gone. A run of 50,000
 * questions should not cost as many look-ups: once it was found current, only what the change log records
 * since then is looked for among its questions.
 */
export async function findStale(database: Database, ids: readonly string[]): Promise<Set<string>> {
  const memory = memoryOf(database);
  const { verdicts } = memory;
  const stale = new Set(ids.filter((id) => verdicts.get(id)?.isStale));
  const open = ids.filter((id) => !stale.has(id));
  if (open.length === 0) return stale;
  const known = open.filter((id) => verdicts.has(id));
  memory.readings += 1;
  const readAs = memory.readings;
  // Read before the comparison: what changes in between is met again by the next reading.
  const since = oldestOf(known.map((id) => verdicts.get(id)));
  const { position, changes } = await readChanges(database, since);
  const suspects = new Set(await findUsers(database, known, changes?.filter(isRewrite)));
  const compared = open.filter((id) => !verdicts.has(id) || suspects.has(id));
  const found = compared.length > 0 ? await database.query<Found>(staleQuery(compared)) : [];
  const isStale = new Map(found.map((each) => [each.id, each.isStale]));
  for (const id of open) {
    const verdict = { isStale: isStale.get(id) ?? false, position, readAs };
    verdicts.set(id, verdict, { ttl: verdict.isStale ? staleTtlMs : ttlMs });
    if (verdict.isStale) stale.add(id);
  }
  return stale;
}

function memoryOf({ pool }: Database): Memory {
  const known = memories.get(pool);
  if (known) return known;
  const memory = {
    verdicts: new LRUCache<string, Verdict>({ max: maxVerdicts, ttl: ttlMs }),
    readings: 0,
  };
  memories.set(pool, memory);
  return memory;
}

function oldestOf(verdicts: readonly (Verdict | undefined)[]): LogPosition | undefined {
  let oldest: Verdict | undefined;
  for (const each of verdicts) if (each && (!oldest || each.readAs < oldest.readAs)) oldest = each;
  return oldest?.position;
}

/** Creating a question makes no run stale. */
function isRewrite({ before, after }: QuestionChange): boolean {
  return before !== null && before.version !== after?.version;
}

/** Those of the runs that used one of the questions; all if these are unknown or many. */
async function findUsers(
  database: Database,
  runs: readonly string[],
  rewritten: readonly QuestionChange[] | undefined,
): Promise<readonly string[]> {
  const questions = rewritten && [...new Set(rewritten.map(({ id }) => id))];
  if (!questions || questions.length > maxRewritten) return runs;
  if (questions.length === 0 || runs.length === 0) return [];
  const found = await database.query<{ id: string }>(Prisma.sql`
    SELECT id FROM analyses
    WHERE id = ANY(${runs}::uuid[]) AND question_ids && ${questions}::uuid[]`);
  return found.map(({ id }) => id);
}

interface Found {
  readonly id: string;
  readonly isStale: boolean;
}

/** Covers clock differences between nodes, and changes that are dated before they are visible. */
const margin = Prisma.sql`interval '1 hour'`;
/** Questions are dated by the database; only nodes of version 0.1 date them by themselves. */
const clockDifference = Prisma.sql`interval '10 seconds'`;

const maxLatest = 1000;
const maxCompared = 20;

/**
 * Whether each of the runs is stale. It is current if no question was rewritten since it read them, and
 * most likely stale if one of the latest rewrites is among its questions; if none is, and there were no
 * others since, it is current. Questions that were created after the run are not among its questions: of
 * a run of all questions, the others are. Only what is left is compared question by question.
 */
export function staleQuery(runs: readonly string[]): Prisma.Sql {
  return Prisma.sql`
    WITH current AS MATERIALIZED (
      SELECT COALESCE(sum(rewrites), 0)::bigint AS rewrites FROM question_changes
    ), latest AS MATERIALIZED (
      SELECT question_id, version, changed_at, (
        SELECT changed_at FROM question_versions AS created
        WHERE created.question_id = rewrite.question_id AND created.version = 1
      ) AS created_at
      FROM question_versions AS rewrite
      WHERE version > 1 ORDER BY changed_at DESC LIMIT ${maxLatest}
    )
    SELECT a.id, CASE
      WHEN current.rewrites = a.seen_rewrites THEN false
      WHEN EXISTS (
        SELECT 1 FROM (
          SELECT question_id, version FROM latest WHERE ${mayConcern} LIMIT ${maxCompared}
        ) AS rewrite
        WHERE rewrite.version > a.versions[array_position(a.question_ids, rewrite.question_id)]
      ) THEN true
      WHEN (
        SELECT count(*) < ${maxLatest} AND count(*) FILTER (WHERE ${mayConcern}) <= ${maxCompared}
        FROM latest WHERE changed_at >= a.created_at - ${margin}
      ) THEN false
      ELSE EXISTS (
        SELECT 1 FROM question_versions v
        JOIN unnest(a.question_ids, a.versions) AS used(id, version)
          ON used.id = v.question_id AND used.version < v.version
        WHERE v.changed_at >= a.created_at - ${margin} AND v.version > 1)
      END AS "isStale"
    FROM analyses a CROSS JOIN current WHERE a.id = ANY(${runs}::uuid[])`;
}

/** Whether a rewrite may be of a question that the run used, and newer than what it used. */
const mayConcern = Prisma.sql`latest.changed_at >= a.created_at - ${margin}
  AND (latest.created_at <= a.finished_at + ${clockDifference}) IS NOT FALSE`;
