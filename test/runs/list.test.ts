import { beforeAll, describe, expect, it } from 'vitest';
import { makeRun } from '../support/analysis-states.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const service = await createTestApp({ env: { WORKERS: '1' } });
const { rest, graphql, logged } = service;
/** In the order of their requests. */
const runs: string[] = [];
let questions: string[] = [];

const run = async (body: object) => {
  const { body: made } = await rest('POST', '/analysis/run', body, { prefer: 'wait=30' });
  expect(made.status).toBe('SUCCEEDED');
  runs.push(made.id);
};

beforeAll(async () => {
  const made = await rest('POST', '/questions', [makeQuestion(), makeQuestion(), makeQuestion()]);
  questions = made.body.data.map(({ id }: Json) => id);
  await run({ analysis_type: 'coverage', parameters: { items: 'all' } });
  await run({ analysis_type: 'readability', question_ids: questions.slice(0, 1) });
  await run({ analysis_type: 'answers', question_ids: questions.slice(1) });
  await run({ analysis_type: 'coverage', parameters: { items: 'none' } });
  runs.push(await makeRun(service, 'RUNNING'));
});

const list = async (query: string) => (await rest('GET', `/analysis${query}`)).body;
const idsOf = ({ data }: Json): string[] => data.map(({ id }: Json) => id);
const at = (...positions: number[]) => positions.map((index) => runs[index]);

describe('the list of runs', () => {
  it('shows the newest first, with summaries and without results', async () => {
    const body = await list('');
    expect(idsOf(body)).toEqual(at(4, 3, 2, 1, 0));
    expect(body.page).toEqual({
      limit: 20,
      offset: 0,
      total: 5,
      has_more: false,
      next_cursor: null,
    });
    expect(body.data.map(({ result }: Json) => result)).toEqual(Array(5).fill(null));
    expect(body.data[4].summary).toMatchObject({ evaluated: 3 });
  });

  it('shows results when they are asked for', async () => {
    const { data } = await list('?include=result&limit=4');
    const { body } = await rest('GET', `/analysis/${runs[2]}`);
    expect(data[2]).toEqual(body);
    expect(data[2].result.summary).toEqual(body.summary);
    expect(data[0].result).toBeNull();
  });

  it.each([
    ['?analysis_type=coverage', [4, 3, 0]],
    ['?analysis_type=readability,answers', [2, 1]],
    ['?analysis_type=readability&analysis_type=answers', [2, 1]],
    ['?status=RUNNING', [4]],
    ['?status=SUCCEEDED&analysis_type=coverage', [3, 0]],
    ['?status=FAILED,CANCELLED,QUEUED', []],
  ])('chooses by %s', async (query, positions) => {
    const body = await list(query);
    expect([idsOf(body), body.page.total]).toEqual([at(...positions), positions.length]);
  });

  it('chooses the runs about a question', async () => {
    expect(idsOf(await list(`?question_id=${questions[0]}`))).toEqual(at(4, 3, 1, 0));
    expect(idsOf(await list(`?question_id=${questions[2]?.toUpperCase()}`))).toEqual(
      at(4, 3, 2, 0),
    );
    expect(idsOf(await list('?question_id=01a1dcf3-a623-703b-b9e6-140b15b653d2'))).toEqual([]);
  });

  it('is the same over GraphQL', async () => {
    const query = `query ($filter: AnalysisFilter) {
      analyses(filter: $filter, first: 2) { totalCount nodes { id analysisType status } }
    }`;
    const ask = async (filter: object) => (await graphql(query, { filter })).body.data.analyses;
    const all = await ask({ analysisType: null });
    expect([all.totalCount, idsOf({ data: all.nodes })]).toEqual([5, at(4, 3)]);
    const some = await ask({ analysisType: ['COVERAGE'], status: 'SUCCEEDED' });
    expect(idsOf({ data: some.nodes })).toEqual(at(3, 0));
    const about = await ask({ questionId: questions[2], analysisType: ['ANSWERS', 'READABILITY'] });
    expect(about.nodes).toEqual([{ id: runs[2], analysisType: 'ANSWERS', status: 'SUCCEEDED' }]);
  });

  it.each([
    ['?analysis_type=nonsense', 'analysis_type'],
    ['?status=done', 'status'],
    ['?question_id=1', 'question_id'],
    ['?include=items', 'include'],
    ['?limit=101', 'limit'],
    ['?offset=-1', 'offset'],
    ['?cursor=nonsense', 'cursor'],
    ['?nonsense=1', 'nonsense'],
  ])('refuses %s by name', async (query, parameter) => {
    const { status, body } = await rest('GET', `/analysis${query}`);
    expect([status, body.code, body.errors[0].parameter]).toEqual([400, 'BAD_REQUEST', parameter]);
  });
});

describe('pages of runs', () => {
  it('follow each other by offset', async () => {
    const { data, page } = await list('?limit=2&offset=2');
    expect(idsOf({ data })).toEqual(at(2, 1));
    expect(page).toMatchObject({ limit: 2, offset: 2, total: 5, has_more: true });
  });

  it('follow each other by cursors and links, to the end', async () => {
    const seen: string[] = [];
    let path: string | undefined = '/analysis?limit=2&status=SUCCEEDED';
    while (path) {
      const { body, headers } = await rest('GET', path);
      seen.push(...idsOf(body));
      [, path] = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '') ?? [];
    }
    expect(seen).toEqual(at(3, 2, 1, 0));
    const first = await list('?limit=3');
    const rest2 = await list(`?limit=3&cursor=${first.page.next_cursor}`);
    expect([...idsOf(first), ...idsOf(rest2)]).toEqual(at(4, 3, 2, 1, 0));
    expect(rest2.page.next_cursor).toBeNull();
  });

  it('go backwards over GraphQL', async () => {
    const ask = async (paging: string) =>
      (
        await graphql(
          `{ analyses(${paging}) { nodes { id } pageInfo { startCursor hasPreviousPage } } }`,
        )
      ).body.data.analyses;
    const last = await ask('last: 2');
    expect(idsOf({ data: last.nodes })).toEqual(at(1, 0));
    expect(last.pageInfo.hasPreviousPage).toBe(true);
    const before = await ask(`last: 9, before: "${last.pageInfo.startCursor}"`);
    expect(idsOf({ data: before.nodes })).toEqual(at(4, 3, 2));
  });
});

describe('one run', () => {
  it('shows a page of the items of its result', async () => {
    const path = `/analysis/${runs[0]}`;
    const { body: whole } = await rest('GET', path);
    expect(whole.result.items).toHaveLength(3);
    const { body } = await rest('GET', `${path}?limit=1&offset=1`);
    expect(body).toEqual({ ...whole, result: { ...whole.result, items: [whole.result.items[1]] } });
    expect((await rest('GET', `${path}?limit=0`)).body.result.items).toEqual([]);
    expect((await rest('GET', `${path}?offset=3`)).body.result.items).toEqual([]);
    expect(body.item_count).toBe(3);
  });

  it.each(['limit=1001', 'limit=-1', 'limit=x', 'offset=1000001'])('refuses %s', async (query) => {
    const { status, body } = await rest('GET', `/analysis/${runs[0]}?${query}`);
    expect([status, body.errors[0].parameter]).toEqual([400, query.split('=')[0]]);
  });

  it('has an ETag, and is not sent again while it is the same', async () => {
    const path = `/analysis/${runs[1]}`;
    const first = await rest('GET', path);
    const etag = first.headers.get('etag') ?? '';
    expect([first.status, etag]).toEqual([200, expect.stringMatching(/^(W\/)?".+"$/)]);
    const same = await rest('GET', path, undefined, { 'if-none-match': etag });
    expect([same.status, same.body, same.headers.get('etag')]).toEqual([304, '', etag]);
    await rest('PATCH', `/questions/${questions[0]}`, { difficulty: 2 });
    const other = await rest('GET', path, undefined, { 'if-none-match': etag });
    expect([other.status, other.body.stale]).toEqual([200, true]);
  });

  it.each(['nonsense', '%00', '01a1dcf3-a623-703b-b9e6-140b15b653d2'])(
    'is not found by %s',
    async (id) => {
      const { status, body } = await rest('GET', `/analysis/${id}`);
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    },
  );
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
