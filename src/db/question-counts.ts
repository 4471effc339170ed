import { LRUCache } from 'lru-cache';
import type { QuestionFilter } from '../domain/question-criteria.ts';
import { maxGroups, type QuestionGroup } from '../domain/question-groups.ts';
import type { Database } from './database.ts';
import { matchesOf } from './question-list.ts';
import { assertSearchable } from './question-search.ts';
import { changesColumn, hasKeptTotals } from './total-memory.ts';

/** A group has a value for each of what it was asked to be grouped by. */
export interface QuestionCount {
  readonly category?: string;
  readonly difficulty?: number;
  readonly topicFocus?: string | null;
  readonly source?: string | null;
  readonly createdMonth?: string;
  readonly count: number;
}

export interface QuestionCounts {
  /** The largest first. */
  readonly groups: readonly QuestionCount[];
  readonly total: number;
  /** The number of groups that are not listed. */
  readonly more: number;
}

interface Counted extends QuestionCounts {
  /** The sum of all changes to questions that the counts saw. */
  readonly changes: string;
}

/** By pool, as totals are; of at most a thousand groups each. */
const caches = new WeakMap<Database['pool'], LRUCache<string, Counted>>();
const maxEntries = 50;
const ttlMs = 60_000;

/** Topics are the same in any case, as the criteria have it. */
const expressions: Record<QuestionGroup, { name: string; key: string; shown?: string }> = {
  category: { name: 'category', key: 'questions.category' },
  difficulty: { name: 'difficulty', key: 'questions.difficulty' },
  topic_focus: {
    name: 'topicFocus',
    key: 'lower(questions.topic_focus)',
    shown: 'min(questions.topic_focus)',
  },
  source: { name: 'source', key: 'questions.source' },
  created_month: {
    name: 'createdMonth',
    key: "to_char(questions.created_at AT TIME ZONE 'UTC', 'YYYY-MM')",
  },
};

/**
 * Counts matches by group. Categories and levels are kept counted; the rest is remembered while no question
 * changes.
 */
export async function countByGroup(
  database: Database,
  by: readonly QuestionGroup[],
  filter: QuestionFilter,
): Promise<QuestionCounts> {
  if (hasKeptTotals(filter, by)) return await count(database, by, filter, 'question_totals');
  const place = { code: 'BAD_REQUEST', path: ['filter', 'search'] } as const;
  if (filter.search !== undefined) await assertSearchable(database, filter.search, place);
  const cache = caches.get(database.pool) ?? new LRUCache({ max: maxEntries, ttl: ttlMs });
  caches.set(database.pool, cache);
  const key = JSON.stringify([by, filter]);
  const known = cache.get(key);
  if (known && known.changes === (await readChanges(database))) return known;
  const counted = await count(database, by, filter, 'questions');
  cache.set(key, counted);
  return counted;
}

async function readChanges(database: Database): Promise<string | undefined> {
  const [row] = await database.query<{ changes: string }>({
    text: `SELECT ${changesColumn}`,
    values: [],
  });
  return row?.changes;
}

async function count(
  database: Database,
  by: readonly QuestionGroup[],
  filter: QuestionFilter,
  table: 'questions' | 'question_totals',
): Promise<Counted> {
  const matches = matchesOf(filter, table);
  const counted = table === 'questions' ? 'count(*)' : 'sum(questions.count)';
  const groups = by.map((group) => expressions[group]);
  const shown = groups.map(({ name, key, shown = key }) => `${shown} AS "${name}"`);
  const names = groups.map(({ name }) => `"${name}"`).join(', ');
  const text = `
    WITH groups AS MATERIALIZED (
      SELECT ${shown.join(', ')}, ${counted}::int AS count ${matches.text}
      GROUP BY ${groups.map(({ key }) => key).join(', ')} HAVING ${counted} > 0
    ), figures AS (
      SELECT ${changesColumn}, coalesce(sum(count), 0)::int AS total, count(*)::int AS found FROM groups
    )
    SELECT figures.*, listed.* FROM figures LEFT JOIN (
      SELECT * FROM groups ORDER BY count DESC, ${names} LIMIT ${maxGroups}
    ) AS listed ON TRUE ORDER BY count DESC, ${names}`;
  const rows = await database.query<QuestionCount & Counted & { found: number }>({
    text,
    values: matches.values,
  });
  const { changes = '', total = 0, found = 0 } = rows[0] ?? {};
  const listed = found === 0 ? [] : rows;
  return { changes, total, groups: listed, more: found - listed.length };
}
