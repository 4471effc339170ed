import { LRUCache } from 'lru-cache';
import { defaultPageSize, type Page } from '../domain/page.ts';
import { findCategory } from '../domain/question.ts';
import type { QuestionFilter, SortOrder } from '../domain/question-criteria.ts';
import { type CursorPosition, decodeCursor, encodeCursor } from './cursor.ts';
import type { Database } from './database.ts';
import type { Statement } from './prepared-query.ts';
import { type StoredQuestion, selectColumns } from './question-columns.ts';
import { assertSearchable, searchQuery } from './question-search.ts';
import {
  changesColumn,
  countQuestions,
  hasKeptTotals,
  type Matches,
  recallTotal,
  rememberTotal,
} from './total-memory.ts';

/** The orders that follow from the values of a question. */
export type ColumnOrder = Exclude<SortOrder, 'random'>;

export interface QuestionQuery {
  readonly filter: QuestionFilter;
  readonly sort: ColumnOrder | undefined;
  readonly page: Page;
  /** Also count all matches, in the same statement. */
  readonly withTotal: boolean;
}

export interface QuestionPage {
  readonly questions: StoredQuestion[];
  readonly cursorOf: (question: StoredQuestion) => string;
  /** Whether more rows follow in the direction of paging. */
  readonly hasMore: boolean;
  readonly countTotal: () => Promise<number> | number;
}

interface Order {
  readonly name: string;
  /** An expression over `questions` and, in a search, `wanted`. */
  readonly key: string;
  readonly type: string;
  readonly isDescending: boolean;
  readonly isKey: (value: string | number) => boolean;
  readonly keyOf: (row: Row) => string | number;
}

type Row = StoredQuestion & { rank?: number; total?: number; changes?: string };

/** Adds a value to a statement and returns its placeholder. */
export type Bind = (value: unknown) => string;

/** Reads one page. The inner query only scans an index; whole rows are read for the page alone. */
export async function listQuestions(
  database: Database,
  { filter, sort, page, withTotal }: QuestionQuery,
): Promise<QuestionPage> {
  if (filter.search !== undefined) {
    const place = { code: 'BAD_REQUEST', path: ['filter', 'search'] } as const;
    await assertSearchable(database, filter.search, place);
  }
  const order = chooseOrder(sort, filter.search);
  const argument = page.isBackward ? 'before' : 'after';
  const from =
    page.cursor === null ? null : decodeCursor(page.cursor, order.name, argument, order.isKey);
  const matches = matchesOf(filter);
  const known = withTotal ? recallTotal(database, matches) : undefined;
  const counted = !withTotal || known ? '' : countColumn(order, from, matches);
  const values = [...matches.values];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const isDescending = order.isDescending !== page.isBackward;
  const direction = isDescending ? 'DESC' : 'ASC';
  const text = `
    SELECT ${columns} ${order === byRank ? ', page.key AS rank' : ''}
      ${withTotal ? `, ${changesColumn}` : ''} ${counted && ', page.total'}
    FROM (
      SELECT questions.id, ${order.key} AS key ${counted}
      ${matches.text} ${afterCursor(from, order, isDescending, bind)}
      ORDER BY key ${direction}, questions.id ${direction}
      ${rangeOf(page, matches, bind)}
    ) AS page
    JOIN questions q ON q.id = page.id
    ORDER BY page.key ${direction}, q.id ${direction}`;
  const rows = await database.query<Row>({ text, values });
  const total = totalOf(database, matches, known, rows[0]);
  const hasMore = rows.length > page.limit;
  const questions = hasMore ? rows.slice(0, page.limit) : rows;
  if (page.isBackward) questions.reverse();
  return {
    questions,
    hasMore,
    cursorOf: (row) => encodeCursor({ order: order.name, value: order.keyOf(row), id: row.id }),
    countTotal: () => total ?? countQuestions(database, matches),
  };
}

type Table = 'questions' | 'question_totals';

/** The pages of a list have the same criteria: to write them as SQL again takes longer than to find them. */
const written = new LRUCache<string, Matches>({ max: 500 });

/** The matching questions; or, of criteria that have kept totals, their totals. */
export function matchesOf(filter: QuestionFilter, table: Table = 'questions'): Matches {
  const key = `${table} ${JSON.stringify(filter)}`;
  const known = written.get(key);
  if (known) return known;
  const matches = { key, ...writeMatches(filter, table) };
  written.set(key, matches);
  return matches;
}

function writeMatches(filter: QuestionFilter, table: Table): Omit<Matches, 'key'> {
  const values: unknown[] = [];
  const bind: Bind = (value) => `$${values.push(value)}`;
  const from = filter.search === undefined ? '' : searchQuery(bind(filter.search));
  const conditions = conditionsOf(filter, bind);
  const where = `${from} WHERE ${conditions.join(' AND ') || 'TRUE'}`;
  const counted = `FROM questions ${where}`;
  const totals = `FROM question_totals AS questions ${where}`;
  const isKept = hasKeptTotals(filter);
  const total = isKept
    ? `(SELECT COALESCE(sum(questions.count), 0)::int ${totals})`
    : `(SELECT count(*)::int ${counted})`;
  return { text: table === 'questions' ? counted : totals, values, total, isKept };
}

/** The same for the questions whose ids a run was given. */
export function matchesOfRun(id: string): Statement {
  const text = `FROM questions WHERE questions.id IN (
    SELECT unnest(question_ids) FROM analyses WHERE id = $1::uuid)`;
  return { text, values: [id] };
}

const columns = selectColumns('q');

/** A list of one value is compared as a value: an index then gives the rows in their order. */
export function conditionsOf(filter: QuestionFilter, bind: Bind): string[] {
  const { category, difficulty, topicFocus, search, ids, source, createdAfter, updatedAfter } =
    filter;
  const conditions: string[] = [];
  const oneOf = (column: string, type: string, listed: readonly unknown[]) =>
    listed.length === 1
      ? `questions.${column} = ${bind(listed[0])}::${type}`
      : `questions.${column} = ANY(${bind(listed)}::${type}[])`;
  if (category) conditions.push(oneOf('category', 'text', category));
  if (difficulty) conditions.push(oneOf('difficulty', 'smallint', difficulty));
  if (topicFocus) {
    // Runs that were saved by 0.1.0 have one topic.
    const folded = [topicFocus].flat().map((topic) => `lower(${bind(topic)})`);
    conditions.push(`lower(questions.topic_focus) IN (${folded.join(', ')})`);
  }
  if (search) conditions.push('questions.search_vector @@ wanted.query');
  if (ids) conditions.push(oneOf('id', 'uuid', ids));
  if (source) conditions.push(`questions.source = ${bind(source)}`);
  if (createdAfter) conditions.push(`questions.created_at > ${bind(createdAfter)}::timestamptz`);
  if (updatedAfter) conditions.push(`questions.updated_at > ${bind(updatedAfter)}::timestamptz`);
  return conditions;
}

/** Counts all matches. Ranking reads each of them anyway; other orders stop at the end of the page. */
function countColumn(order: Order, from: CursorPosition | null, { total }: Matches): string {
  return order === byRank && from === null
    ? ', count(*) OVER ()::int AS total'
    : `, ${total} AS total`;
}

function totalOf(
  database: Database,
  matches: Matches,
  known: { changes: string; total: number } | undefined,
  first: Row | undefined,
): number | undefined {
  if (first?.changes === undefined) return undefined;
  if (known) return first.changes === known.changes ? known.total : undefined;
  const { changes, total = 0 } = first;
  rememberTotal(database, matches, { changes, total });
  return total;
}

/**
 * PostgreSQL keeps the plan of a page whose length it can read, which saves half of its work. Other
 * criteria than those in every index need a plan for their values: a source may be rare or common.
 */
function rangeOf({ limit, offset }: Page, { isKept }: Matches, bind: Bind): string {
  const keepsPlan = limit === defaultPageSize && isKept;
  const length = keepsPlan ? limit + 1 : bind(limit + 1);
  return `LIMIT ${length} ${offset === 0 ? '' : `OFFSET ${bind(offset)}`}`;
}

function afterCursor(
  from: CursorPosition | null,
  order: Order,
  isDescending: boolean,
  bind: Bind,
): string {
  if (!from) return '';
  return `AND (${order.key}, questions.id) ${isDescending ? '<' : '>'}
    (${bind(String(from.value))}::text::${order.type}, ${bind(from.id)}::uuid)`;
}

function chooseOrder(sort: ColumnOrder | undefined, search: string | undefined): Order {
  if (sort === undefined && search !== undefined) return byRank;
  return orders[sort ?? 'created_at'];
}

/** A forged cursor must not cause a database error: only values that PostgreSQL can cast to the column's type pass. */
const isInstant = (value: string | number) => {
  const instant = new Date(String(value));
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === value && value >= '0001';
};
const isLevel = (value: string | number) => value === 0 || value === 1 || value === 2;
const isCategory = (value: string | number) => findCategory(String(value)) === value;
const isFraction = (value: string | number) =>
  value === 0 || (typeof value === 'number' && value > 1e-30 && value < 1e6);

const byRank: Order = {
  name: 'rank',
  key: 'ts_rank(questions.search_vector, wanted.query)',
  type: 'real',
  isDescending: true,
  isKey: isFraction,
  keyOf: ({ rank = 0 }) => rank,
};

const ascending = {
  created_at: { type: 'timestamptz', isKey: isInstant, keyOf: (row: Row) => row.createdAt },
  updated_at: { type: 'timestamptz', isKey: isInstant, keyOf: (row: Row) => row.updatedAt },
  difficulty: { type: 'smallint', isKey: isLevel, keyOf: (row: Row) => row.difficulty },
  category: { type: 'text', isKey: isCategory, keyOf: (row: Row) => row.category },
};

const orders = Object.fromEntries(
  Object.entries(ascending).flatMap(([column, order]) => {
    const key = `questions.${column}`;
    return [
      [column, { ...order, key, name: column, isDescending: false }],
      [`-${column}`, { ...order, key, name: `-${column}`, isDescending: true }],
    ];
  }),
) as Record<ColumnOrder, Order>;
