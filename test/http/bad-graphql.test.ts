import { describe, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { app, rest, graphql, logged } = await createTestApp({ env: { BODY_LIMIT: '1mb' } });
const { body: question } = await rest('POST', '/questions', makeQuestion());
const json = { 'content-type': 'application/json' };

function codesOf(body: Json): string[] {
  expect(Object.keys(body).filter((key) => key !== 'data')).toEqual(['errors']);
  return body.errors.map(({ extensions }: Json) => extensions.code);
}

describe('a body that is no GraphQL request', () => {
  it.each(['', ' ', '{', 'query { x }', '{"query":}', 'null', '0', '"text"', 'true', '{}', '[]'])(
    'cannot be read: %j',
    async (body) => {
      const answer = await rest('POST', '/graphql', body, json);
      expect([answer.status, codesOf(answer.body)]).toEqual([400, ['BAD_REQUEST']]);
    },
  );

  it.each([
    { query: null },
    { query: 7 },
    { query: ['{ __typename }'] },
    { query: '{ __typename }', variables: 'text' },
    { query: '{ __typename }', variables: [1] },
    { query: '{ __typename }', extensions: 7 },
    { query: '{ __typename }', operationName: 7 },
    { query: '{ __typename }', operationName: { a: 1 } },
    { query: '{ __typename }', nonsense: 1 },
    [{ query: '{ __typename }' }],
    [{ query: '{ __typename }' }, { query: '{ __typename }' }],
  ])('cannot be read: %j', async (body) => {
    const answer = await rest('POST', '/graphql', body);
    expect([answer.status, codesOf(answer.body)]).toEqual([400, ['BAD_REQUEST']]);
  });

  it('cannot be read when it is not UTF-8', async () => {
    const body = new Uint8Array(Buffer.from('{"query":"{ \xff }"}', 'latin1'));
    const init = { method: 'POST', headers: json, body };
    const response = await app.fetch('http://localhost:4000/graphql', init);
    expect([response.status, codesOf(await response.json())]).toEqual([400, ['BAD_REQUEST']]);
  });

  it.each([
    'text/plain',
    'application/graphql',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
  ])('is not taken as %s, which a foreign page could make a browser send', async (type) => {
    const query = 'mutation { deleteQuestion(id: "x") }';
    const answer = await rest('POST', '/graphql', { query }, { 'content-type': type });
    expect([answer.status, codesOf(answer.body)]).toEqual([415, ['UNSUPPORTED_MEDIA_TYPE']]);
  });

  it('is not taken compressed, too long or too deep', async () => {
    const query = '{ __typename }';
    const zipped = await rest('POST', '/graphql', { query }, { 'content-encoding': 'gzip' });
    expect([zipped.status, codesOf(zipped.body)]).toEqual([415, ['UNSUPPORTED_MEDIA_TYPE']]);
    const long = await rest('POST', '/graphql', { query: ' '.repeat(1024 * 1024) });
    expect([long.status, codesOf(long.body)]).toEqual([413, ['PAYLOAD_TOO_LARGE']]);
    const deep = `{"query":"{ __typename }","variables":${'{"a":'.repeat(40)}1${'}'.repeat(40)}}`;
    const answer = await rest('POST', '/graphql', deep, json);
    expect([answer.status, codesOf(answer.body)]).toEqual([400, ['BAD_USER_INPUT']]);
    expect(answer.body.errors[0].extensions.errors).toEqual([
      { pointer: `/variables${'/a'.repeat(31)}`, code: 'too_deep', detail: expect.any(String) },
    ]);
  });
});

describe('a query string that is no GraphQL request', () => {
  it.each([
    '',
    'query=',
    'query={',
    'variables={}',
    'query={__typename}&variables=x',
    'query={__typename}&variables=[]',
    'query={__typename}&variables=1',
    'query={__typename}&extensions={',
    'query={__typename}&operationName=x',
    `query={__typename}&variables=${'['.repeat(33)}${']'.repeat(33)}`,
  ])('is refused: %s', async (query) => {
    const accept = 'application/graphql-response+json';
    const answer = await rest('GET', `/graphql?${query}`, undefined, { accept });
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      400,
      'application/graphql-response+json; charset=utf-8',
    ]);
    expect(['BAD_REQUEST', 'BAD_USER_INPUT']).toContain(codesOf(answer.body)[0]);
  });

  it('may bring variables', async () => {
    const query = 'query ($id: ID!) { question(id: $id) { version } }';
    const search = new URLSearchParams({ query, variables: JSON.stringify({ id: question.id }) });
    const { body } = await rest('GET', `/graphql?${search}`);
    expect(body).toEqual({ data: { question: { version: 1 } } });
  });
});

describe('a document', () => {
  it.each([
    '',
    '{',
    '{ }',
    '{ nothing }',
    '{ question }',
    '{ question(id: "x") }',
    '{ question(id: "x") { id { id } } }',
    '{ questions(first: "1") { totalCount } }',
    '{ questions(filter: { category: "SCIENCE" }) { totalCount } }',
    'query ($id: ID!) { __typename }',
    'query ($id: Nothing!) { question(id: $id) { id } }',
    'fragment F on Question { ...F } { node(id: "x") { ...F } }',
    'subscription { nothing }',
    'query A { __typename } query B { __typename }',
    '{ __typename @nothing }',
    '{ "\u0000" }',
    '\ud800',
  ])('that cannot be parsed or is not valid is refused: %j', async (query) => {
    const accept = 'application/graphql-response+json';
    const { status, body } = await graphql(query, undefined, { accept });
    expect([status, body.data]).toEqual([400, undefined]);
    expect(new Set(codesOf(body))).toEqual(new Set(['BAD_REQUEST']));
  });

  it('without end or measure gets an answer', async () => {
    const documents = [
      '{'.repeat(50_000),
      `{${' a'.repeat(20_000)}}`,
      `{ ${Array.from({ length: 20_000 }, (_, n) => `a${n}: __typename`).join(' ')} }`,
      `{ questions(filter: { ids: ${'['.repeat(20_000)}${']'.repeat(20_000)} }) { totalCount } }`,
      `query (${'$a: [Int]'.repeat(5000)}) { __typename }`,
    ];
    for (const query of documents) {
      const { status, body } = await graphql(query);
      expect([200, 400]).toContain(status);
      for (const code of body.errors ? codesOf(body) : []) {
        expect(['BAD_REQUEST', 'QUERY_TOO_COMPLEX']).toContain(code);
      }
    }
  });

  it.each([
    ['query ($id: ID = "x") { question(id: $id) { id } }', { id: null }],
    ['query ($on: Boolean = true) { __typename @include(if: $on) }', { on: null }],
    ['query ($on: Boolean = true) { questions { nodes { id @skip(if: $on) } } }', { on: null }],
  ])(
    'whose variables turn out not to fit while it runs blames them: %s',
    async (query, variables) => {
      const { status, body } = await graphql(query, variables);
      expect([200, 400]).toContain(status);
      expect(new Set(codesOf(body))).toEqual(new Set(['BAD_USER_INPUT']));
    },
  );

  it('may ask for the schema', async () => {
    const { body } = await graphql('{ __schema { queryType { name } } }');
    expect(body.data.__schema.queryType.name).toBe('Query');
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
