import type { Page } from '../domain/page.ts';
import { findCategory } from '../domain/question.ts';
import type { QuestionFilter, SortOrder } from '../domain/question-criteria.ts';
import { type CursorPosition, decodeCursor, encodeCursor } from './cursor.ts';
import type { Database } from './database.ts';
import { Prisma, type Question } from './generated/prisma/client.ts';
import { selectColumns } from './question-columns.ts';
import { assertSearchable, searchQuery } from './question-search.ts';
import { totalOf } from './total-memory.ts';

export interface QuestionQuery {
  readonly filter: QuestionFilter;
  readonly sort: SortOrder | undefined;
  readonly page: Page;
  /** Also count all matches, in the same statement. */
  readonly withTotal: boolean;
}

export interface QuestionPage {
  readonly questions: Question[];
  readonly cursorOf: (question: Question) => string;
  /** Whether more rows follow in the direction of paging. */
  readonly hasMore: boolean;
  readonly countTotal: () => Promise<number>;
}

interface Order {
  readonly name: string;
  readonly key: Prisma.Sql;
  readonly cast: Prisma.Sql;
  readonly isDescending: boolean;
  readonly isKey: (value: string | number) => boolean;
}

type Row = Question & { sortKey: unknown; total: number; changes: string };

/** Reads one page. The inner query only scans an index; whole rows are read for the page alone. */
export async function listQuestions(
  database: Database,
  { filter, sort, page, withTotal }: QuestionQuery,
): Promise<QuestionPage> {
  await assertSearchable(database, filter.search, {
    code: 'BAD_REQUEST',
    path: ['filter', 'search'],
  });
  const order = chooseOrder(sort, filter.search);
  const matches = matchesOf(filter);
  const argument = page.isBackward ? 'before' : 'after';
  const from =
    page.cursor === null ? null : decodeCursor(page.cursor, order.name, argument, order.isKey);
  const isDescending = order.isDescending !== page.isBackward;
  const direction = isDescending ? Prisma.sql`DESC` : Prisma.sql`ASC`;
  const total = withTotal ? totalOf(database, matches) : undefined;
  const rows = await database.query<Row>(Prisma.sql`
    SELECT ${columns}, page.key AS "sortKey" ${total?.columns ?? Prisma.empty}
    FROM (
      SELECT questions.id, ${order.key} AS key
      ${matches} ${afterCursor(from, order, isDescending)}
      ORDER BY key ${direction}, questions.id ${direction}
      LIMIT ${page.limit + 1} OFFSET ${page.offset}
    ) AS page
    JOIN questions q ON q.id = page.id
    ORDER BY page.key ${direction}, q.id ${direction}`);
  const [first] = rows;
  if (first) total?.remember({ changes: first.changes, total: first.total });
  const shown = rows.slice(0, page.limit);
  if (page.isBackward) shown.reverse();
  const keys = new Map(shown.map((row) => [row.id, row.sortKey]));
  return {
    questions: shown,
    hasMore: rows.length > page.limit,
    cursorOf: ({ id }) => encodeCursor({ order: order.name, value: keyText(keys.get(id)), id }),
    countTotal: async () => first?.total ?? countQuestions(database, matches),
  };
}

/** The FROM and WHERE clauses of a SELECT of the matching questions. */
export function matchesOf(filter: QuestionFilter): Prisma.Sql {
  return Prisma.sql`FROM questions ${searchQuery(filter.search)} ${where(filter)}`;
}

/** The same for the questions whose ids a run was given. */
export function matchesOfRun(id: string): Prisma.Sql {
  return Prisma.sql`FROM questions WHERE questions.id IN (
    SELECT unnest(question_ids) FROM analyses WHERE id = ${id}::uuid)`;
}

export async function countQuestions(database: Database, matches: Prisma.Sql): Promise<number> {
  const [row] = await database.query<{ total: number }>(
    Prisma.sql`SELECT count(*)::int AS total ${matches}`,
  );
  return row?.total ?? 0;
}

const columns = Prisma.raw(selectColumns('q'));

function chooseOrder(sort: SortOrder | undefined, search: string | undefined): Order {
  if (sort === undefined && search !== undefined) {
    const key = Prisma.sql`ts_rank(questions.search_vector, wanted.query)`;
    return { name: 'rank', key, cast: Prisma.sql`real`, isKey: isFraction, isDescending: true };
  }
  const name = sort ?? 'created_at';
  const column = name.replace('-', '') as keyof typeof sortColumns;
  return { name, ...sortColumns[column], isDescending: name.startsWith('-') };
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

const sortColumns = {
  created_at: {
    key: Prisma.sql`questions.created_at`,
    cast: Prisma.sql`timestamptz`,
    isKey: isInstant,
  },
  updated_at: {
    key: Prisma.sql`questions.updated_at`,
    cast: Prisma.sql`timestamptz`,
    isKey: isInstant,
  },
  difficulty: { key: Prisma.sql`questions.difficulty`, cast: Prisma.sql`smallint`, isKey: isLevel },
  category: { key: Prisma.sql`questions.category`, cast: Prisma.sql`text`, isKey: isCategory },
};

function where(filter: QuestionFilter): Prisma.Sql {
  const { category, difficulty, topicFocus, search, ids, source, createdAfter, updatedAfter } =
    filter;
  const conditions = [
    category && Prisma.sql`questions.category = ANY(${category})`,
    difficulty && Prisma.sql`questions.difficulty = ANY(${difficulty})`,
    topicFocus && Prisma.sql`lower(questions.topic_focus) = lower(${topicFocus})`,
    search && Prisma.sql`questions.search_vector @@ wanted.query`,
    ids && Prisma.sql`questions.id = ANY(${ids}::uuid[])`,
    source && Prisma.sql`questions.source = ${source}`,
    createdAfter && Prisma.sql`questions.created_at > ${createdAfter}::timestamptz`,
    updatedAfter && Prisma.sql`questions.updated_at > ${updatedAfter}::timestamptz`,
  ].filter((condition) => condition !== undefined && condition !== '');
  return Prisma.sql`WHERE ${conditions.length > 0 ? Prisma.join(conditions, ' AND ') : Prisma.sql`TRUE`}`;
}

function afterCursor(from: CursorPosition | null, order: Order, isDescending: boolean): Prisma.Sql {
  if (!from) return Prisma.empty;
  const side = isDescending ? Prisma.sql`<` : Prisma.sql`>`;
  return Prisma.sql`AND (${order.key}, questions.id)
    ${side} (${String(from.value)}::text::${order.cast}, ${from.id}::uuid)`;
}

function keyText(key: unknown): string | number {
  if (key instanceof Date) return key.toISOString();
  return typeof key === 'number' ? key : String(key);
}
