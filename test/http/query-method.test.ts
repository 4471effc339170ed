import { describe, expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { app, rest } = await createTestApp({ env: { PORT: '0' } });
await rest('POST', '/questions', [
  makeQuestion({ category: 'Science', difficulty: 0, topic_focus: 'Light, waves' }),
  makeQuestion({ category: 'Science', difficulty: 2 }),
  makeQuestion({ category: 'Astronomy', difficulty: 2 }),
]);
const query = (path: string, body?: unknown, headers = {}) => rest('QUERY', path, body, headers);

describe('QUERY /questions', () => {
  it.each([
    [{}, ''],
    [
      { category: ['Science', 'Astronomy'], difficulty: 2 },
      '?category=Science,Astronomy&difficulty=2',
    ],
    [{ difficulty: ['easy', 2], sort: '-created_at' }, '?difficulty=0,2&sort=-created_at'],
    [{ topic_focus: 'Light, waves' }, '?topic_focus[]=Light,%20waves'],
    [
      { category: 'Science', limit: 1, fields: ['id', 'source'] },
      '?category=Science&limit=1&fields=id,source',
    ],
    [{ search: '' }, '?search='],
  ])('finds what GET finds: %j', async (body, search) => {
    const expected = await rest('GET', `/questions${search}`);
    for (const path of ['/questions', '/v1/questions', '/questions/']) {
      const { status, body: found, headers } = await query(path, body);
      expect([status, found]).toEqual([200, expected.body]);
      const address = headers.get('content-location') ?? '';
      expect((await rest('GET', address)).body).toEqual(expected.body);
      expect(headers.get('link')).toContain('rel="first"');
    }
  });

  it('is revalidated by its ETag', async () => {
    const first = await query('/questions', { category: 'Science' });
    const etag = first.headers.get('etag') ?? '';
    const again = await query('/questions', { category: 'Science' }, { 'if-none-match': etag });
    expect([again.status, again.body]).toEqual([304, '']);
  });

  it('takes criteria that no address could hold, and names no address then', async () => {
    const ids = Array.from({ length: 100 }, () => '0198c1a5-0000-7000-8000-000000000000');
    const { status, body, headers } = await query('/questions', { ids });
    expect([status, body.page.total]).toEqual([200, 0]);
    expect([headers.get('link'), headers.get('content-location')]).toEqual([null, null]);
  });

  it('reports everything that is wrong with its body', async () => {
    const { status, body } = await query('/questions', {
      limit: '20',
      difficulty: [9],
      category: { is: 'Science' },
      topic: 'Optics',
      search: null,
      offset: 1.5,
      sort: 'id',
    });
    expect([status, body.code]).toEqual([422, 'BAD_USER_INPUT']);
    expect(
      Object.fromEntries(
        body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code]),
      ),
    ).toEqual({
      '/limit': 'wrong_type',
      '/category': 'wrong_type',
      '/topic': 'unknown_field',
      '/search': 'wrong_type',
      '/offset': 'wrong_type',
      '/difficulty': expect.any(String),
      '/sort': expect.any(String),
    });
  });

  it.each([
    ['no body', undefined, {}, 400, /A QUERY needs a JSON body with the criteria/],
    ['an empty body', '', {}, 400, /needs a JSON body/],
    ['a list', [], {}, 422, /JSON object of criteria/],
    ['broken JSON', '{', {}, 400, /not valid JSON/],
    ['another type', 'a=b', { 'content-type': 'text/plain' }, 415, /application\/json/],
    ['too much', JSON.stringify({ search: 'a'.repeat(300_000) }), {}, 413, /262,144 bytes/],
  ])('is refused with %s', async (_, body, headers, status, detail) => {
    const answer = await query('/questions', body, headers);
    expect([answer.status, answer.body.detail]).toEqual([status, expect.stringMatching(detail)]);
  });

  it('takes no criteria in its address', async () => {
    const { status, body } = await query('/questions?limit=1', {});
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
  });

  it('is offered by OPTIONS, and by no path that does not take it', async () => {
    const { headers } = await rest('OPTIONS', '/questions');
    expect(headers.get('allow')).toBe('GET, HEAD, QUERY, POST, PATCH, OPTIONS');
    expect(headers.get('accept-query')).toBe('application/json');
    expect((await query('/analysis', {})).status).toBe(405);
  });
});

describe('QUERY /graphql', () => {
  const body = {
    query: 'query($first: Int) { questions(first: $first) { totalCount } }',
    variables: { first: 1 },
  };

  it('runs a query, which is revalidated by its ETag', async () => {
    const first = await query('/graphql', body);
    expect([first.status, first.body]).toEqual([200, { data: { questions: { totalCount: 3 } } }]);
    const again = await query('/graphql', body, { 'if-none-match': first.headers.get('etag') });
    expect(again.status).toBe(304);
  });

  it('changes nothing', async () => {
    const { status, headers } = await query('/graphql', {
      query: 'mutation { deleteQuestion(id: "a") }',
    });
    expect([status, headers.get('allow')]).toEqual([405, 'POST']);
  });

  it('is refused without a body', async () => {
    const answer = await query('/graphql');
    expect([answer.status, answer.body.errors[0].message]).toEqual([
      400,
      'A QUERY needs a JSON body with the operation. Without one, use GET.',
    ]);
  });
});

it('arrives over a socket with its body', async () => {
  const response = await fetch(`${await app.listen()}/questions`, {
    method: 'QUERY',
    headers: { 'content-type': 'application/json' },
    body: '{"category":"Astronomy"}',
  });
  expect([response.status, (await response.json()).page.total]).toEqual([200, 1]);
});
