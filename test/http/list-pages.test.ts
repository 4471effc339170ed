import { describe, expect, it } from 'vitest';
import { categories } from '../../src/domain/question.ts';
import { sortOrders } from '../../src/domain/question-criteria.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

let now = new Date('2026-06-01T00:00:00Z');
const { rest, graphql, logged } = await createTestApp({ clock: () => now });

// 46 questions with many ties: batches share their timestamp, and there are few levels and categories.
const all: Json[] = [];
for (let batch = 0; batch < 6; batch += 1) {
  now = new Date(now.getTime() + 1000);
  const questions = Array.from({ length: batch === 5 ? 6 : 8 }, (_, n) =>
    makeQuestion({
      question_text: `Tie ${'tie '.repeat(n % 3)}${batch}.${n}?`,
      category: categories[(batch + n) % 4],
      difficulty: n % 3,
      source: 'tie',
    }),
  );
  all.push(...(await rest('POST', '/questions', questions)).body.data);
}
for (const { id } of all.filter((_, index) => index % 5 === 0)) {
  await rest('PATCH', `/questions/${id}`, { topic_focus: 'changed' });
}
const orders = [...sortOrders, undefined];

const idsOf = (items: Json[]): string[] => items.map(({ id }) => id);
const queryOf = (order: string | undefined) =>
  order ? `source=tie&sort=${order}${seedOf(order)}` : 'source=tie&search=tie';
const seedOf = (order: string) => (order === 'random' ? '&seed=ties' : '');

async function walk(path: string): Promise<Json[]> {
  const seen: Json[] = [];
  for (let cursor = ''; ; ) {
    const { body } = await rest('GET', `${path}${cursor}`);
    expect(body.page.offset).toBe(cursor ? null : 0);
    expect(body.page.has_more).toBe(body.page.next_cursor !== null);
    seen.push(...body.data);
    if (!body.page.next_cursor) return seen;
    cursor = `&cursor=${body.page.next_cursor}`;
  }
}

describe.each(orders)('sorted by %s', (order) => {
  const query = queryOf(order);

  it('stands in that order, ties by id in the same direction', async () => {
    const { data } = (await rest('GET', `/questions?${query}&limit=100`)).body;
    expect(data).toHaveLength(all.length);
    if (!order || order === 'random') return;
    const column = order.replace('-', '');
    const sign = order.startsWith('-') ? -1 : 1;
    const byColumn = (one: Json, other: Json) =>
      sign * (compare(one[column], other[column]) || compare(one.id, other.id));
    expect(idsOf(data)).toEqual(idsOf([...data].sort(byColumn)));
  });

  it('is the same whole by offsets and by cursors', async () => {
    const { data } = (await rest('GET', `/questions?${query}&limit=100`)).body;
    const byOffset: Json[] = [];
    for (let offset = 0; offset < all.length; offset += 7) {
      const { body } = await rest('GET', `/questions?${query}&limit=7&offset=${offset}`);
      byOffset.push(...body.data);
      expect(body.page).toMatchObject({ limit: 7, offset, total: all.length });
      expect(body.page.has_more).toBe(offset + 7 < all.length);
    }
    expect(byOffset).toEqual(data);
    for (const limit of [1, 7, 45, 46]) {
      expect(await walk(`/questions?${query}&limit=${limit}`)).toEqual(data);
    }
  });

  it('is the same whole backwards over GraphQL', async () => {
    const { data } = (await rest('GET', `/questions?${query}&limit=100`)).body;
    const seen: string[] = [];
    for (let before: string | null = null, more = true; more; ) {
      const { nodes, pageInfo }: Json = await page({ last: 10, before }, order);
      seen.unshift(...idsOf(nodes));
      expect(pageInfo.hasNextPage).toBe(before !== null);
      expect(pageInfo.hasPreviousPage).toBe(seen.length < all.length);
      before = pageInfo.startCursor;
      more = pageInfo.hasPreviousPage;
    }
    expect(seen).toEqual(idsOf(data));
  });

  it('neither repeats nor leaves out what stays while others come and go behind', async () => {
    const before = idsOf((await rest('GET', `/questions?${query}&limit=100`)).body.data);
    const first = (await rest('GET', `/questions?${query}&limit=20`)).body;
    const passing = makeQuestion({ source: 'tie', question_text: 'Tie?' });
    const { body: passed } = await rest('POST', '/questions', passing);
    // Exactly the row of the cursor.
    const gone = before[19];
    await rest('DELETE', `/questions/${gone}`);
    const rest_ = await walkFrom(`/questions?${query}&limit=20`, first.page.next_cursor);
    const staying = before.filter((id) => !idsOf(first.data).includes(id));
    expect(rest_.filter((id) => id !== passed.id)).toEqual(staying);
    await rest('DELETE', `/questions/${passed.id}`);
    await rest('POST', `/questions/${gone}/restore`, { version: 1 });
    all.splice(0, all.length, ...(await rest('GET', '/questions?source=tie&limit=100')).body.data);
  });
});

async function walkFrom(path: string, cursor: string): Promise<string[]> {
  const { body } = await rest('GET', `${path}&cursor=${cursor}`);
  const { next_cursor } = body.page;
  return [...idsOf(body.data), ...(next_cursor ? await walkFrom(path, next_cursor) : [])];
}

function compare(one: string | number, other: string | number): number {
  return one === other ? 0 : one < other ? -1 : 1;
}

async function page(args: object, order?: string): Promise<Json> {
  const sort = order?.replace(/^-(.*)$/, '$1_desc').toUpperCase();
  const { body } = await graphql(
    `query ($filter: QuestionFilter, $sort: QuestionSort, $first: Int, $after: String, $last: Int,
            $before: String, $offset: Int, $seed: String) {
      questions(filter: $filter, sort: $sort, seed: $seed, first: $first, after: $after, last: $last,
                before: $before, offset: $offset) {
        totalCount nodes { id } edges { cursor node { id } }
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      }
    }`,
    {
      seed: order === 'random' ? 'ties' : null,
      ...args,
      sort,
      filter: { source: 'tie', ...(order ? {} : { search: 'tie' }) },
    },
  );
  expect(body.errors).toBeUndefined();
  return body.data.questions;
}

describe('a GraphQL page', () => {
  it('shows twenty when nothing is said', async () => {
    const { nodes, edges, totalCount, pageInfo } = await page({}, 'created_at');
    expect([nodes.length, totalCount]).toEqual([20, all.length]);
    expect(edges.map(({ node }: Json) => node)).toEqual(nodes);
    expect(pageInfo).toEqual({
      hasNextPage: true,
      hasPreviousPage: false,
      startCursor: edges[0].cursor,
      endCursor: edges[19].cursor,
    });
  });

  it('continues behind any of its cursors, and in front of it', async () => {
    const { nodes, edges } = await page({ first: 40 }, '-updated_at');
    const after = await page({ first: 5, after: edges[10].cursor }, '-updated_at');
    expect(after.nodes).toEqual(nodes.slice(11, 16));
    const before = await page({ last: 5, before: edges[10].cursor }, '-updated_at');
    expect(before.nodes).toEqual(nodes.slice(5, 10));
    expect((await page({ before: edges[3].cursor }, '-updated_at')).nodes).toEqual(
      nodes.slice(0, 3),
    );
    expect((await page({ first: 5, offset: 5 }, '-updated_at')).nodes).toEqual(nodes.slice(5, 10));
  });

  it('may lie behind the end', async () => {
    const { nodes, totalCount, pageInfo } = await page({ offset: 1000 }, 'category');
    expect([nodes, totalCount]).toEqual([[], all.length]);
    expect(pageInfo).toMatchObject({ hasNextPage: false, startCursor: null, endCursor: null });
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
