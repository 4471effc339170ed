import { describe, expect, it } from 'vitest';
import { errorTable } from '../../src/domain/errors.ts';
import { rows } from '../../src/http/rest/rows.ts';
import { createTestApp } from '../support/app.ts';
import { documentRows } from '../support/document-rows.ts';
import { makeQuestion } from '../support/questions.ts';

const { rest, logged } = await createTestApp();
const { body: question } = await rest('POST', '/questions', makeQuestion());

const restRows = [...rows, ...documentRows];
const rowPaths = [...new Set(restRows.map(({ path }) => path))].map((path) => ({
  path: path.replace('{id}', question.id),
  methods: restRows
    .filter((row) => row.path === path)
    .flatMap((row) => [row.method as string, ...('takesQuery' in row ? ['QUERY'] : [])]),
}));
const pages = ['/', '/docs', '/openapi.json', '/schema.graphql', '/healthz', '/readyz'];
const problems = Object.keys(errorTable).map(
  (code) => `/problems/${code.toLowerCase().replaceAll('_', '-')}`,
);
const everyMethod = [
  'GET',
  'HEAD',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'OPTIONS',
  'QUERY',
  'PROPFIND',
];

function allowedFor(methods: string[]): string[] {
  const reads = methods.includes('GET') ? ['GET', 'HEAD'] : [];
  return [...new Set([...methods, ...reads, 'OPTIONS'])].sort();
}

const known = [
  ...rowPaths,
  ...rowPaths.map(({ path, methods }) => ({ path: `/v1${path}`, methods })),
  ...[...pages, ...problems].map((path) => ({ path, methods: ['GET'] })),
].map(({ path, methods }) => ({ path, allowed: allowedFor(methods) }));

const allowOf = (headers: Headers) => headers.get('allow')?.split(', ').sort();

describe('every known address', () => {
  it.each(known)('says what it takes: $path', async ({ path, allowed }) => {
    const answer = await rest('OPTIONS', path);
    expect([answer.status, answer.body, allowOf(answer.headers)]).toEqual([204, '', allowed]);
  });

  it.each(known)('refuses other methods by name: $path', async ({ path, allowed }) => {
    for (const method of everyMethod.filter((name) => !allowed.includes(name))) {
      const answer = await rest(method, path);
      expect([method, answer.status, answer.body.code]).toEqual([
        method,
        405,
        'METHOD_NOT_ALLOWED',
      ]);
      expect(answer.headers.get('content-type')).toBe('application/problem+json');
      expect(allowOf(answer.headers)).toEqual(allowed);
    }
  });
});

describe('/graphql', () => {
  it('says what it takes', async () => {
    const answer = await rest('OPTIONS', '/graphql');
    expect([answer.status, answer.headers.get('allow')]).toEqual([
      204,
      'GET, HEAD, QUERY, POST, OPTIONS',
    ]);
  });

  it.each(['PUT', 'PATCH', 'DELETE', 'PROPFIND'])('refuses %s in its own shape', async (method) => {
    const answer = await rest(method, '/graphql');
    expect([answer.status, answer.headers.get('allow')]).toEqual([
      405,
      'GET, HEAD, QUERY, POST, OPTIONS',
    ]);
    expect(answer.body).toEqual({
      errors: [{ message: expect.any(String), extensions: { code: 'METHOD_NOT_ALLOWED' } }],
    });
  });

  it('refuses a mutation by GET', async () => {
    const query = encodeURIComponent(`mutation { deleteQuestion(id: "${question.id}") }`);
    const answer = await rest('GET', `/graphql?query=${query}`);
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST']);
    expect(answer.body.errors[0].extensions.code).toBe('METHOD_NOT_ALLOWED');
    expect((await rest('GET', `/questions/${question.id}`)).status).toBe(200);
  });

  it.each(['text/html', 'image/png', 'application/json;q=0', 'application/json;charset=latin1'])(
    'refuses to answer as %s in its own shape',
    async (accept) => {
      // GraphiQL accepts text/html with its own form; a POST is not a page request.
      const headers = { accept, 'content-type': 'application/json' };
      const answer = await rest('POST', '/graphql', { query: '{ __typename }' }, headers);
      expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([
        406,
        'NOT_ACCEPTABLE',
      ]);
    },
  );
});

describe('what is not there', () => {
  it.each(['/nothing', '/questions//', '/v1', '/v1/', '/v2/questions', '/graphql/', '/v1/healthz'])(
    'is not found: %s',
    async (path) => {
      for (const method of ['GET', 'POST', 'OPTIONS']) {
        const answer = await rest(method, path, undefined, { accept: 'text/html' });
        expect([method, answer.status, answer.body.code]).toEqual([method, 404, 'NOT_FOUND']);
        expect(answer.headers.get('content-type')).toBe('application/problem+json');
      }
    },
  );
});

describe('Accept', () => {
  it.each([
    'application/json',
    'application/*',
    '*/*',
    'text/html, */*;q=0.1',
    'application/problem+json',
    'Application/JSON; charset=UTF-8',
  ])('lets REST answer: %s', async (accept) => {
    expect((await rest('GET', '/questions', undefined, { accept })).status).toBe(200);
  });

  it.each(['text/html', 'application/xml', 'application/json;q=0, */*;q=0', 'json'])(
    'keeps REST from answering: %s',
    async (accept) => {
      const answer = await rest('GET', '/questions', undefined, { accept });
      expect([answer.status, answer.body.code]).toEqual([406, 'NOT_ACCEPTABLE']);
    },
  );
});

describe('/v1', () => {
  it('is the same as without', async () => {
    const paths = ['/questions', `/questions/${question.id}`, `/questions/${question.id}/history`];
    for (const path of [...paths, '/questions/none', '/questions?limit=0']) {
      const [plain, versioned] = [await rest('GET', path), await rest('GET', `/v1${path}`)];
      const { request_id: _, instance: __, ...body } = plain.body;
      expect([versioned.status, versioned.headers.get('etag')]).toEqual([
        plain.status,
        plain.headers.get('etag'),
      ]);
      expect(versioned.body).toMatchObject(body);
    }
  });

  it('stays in the links of a list', async () => {
    const { headers } = await rest('GET', '/v1/questions');
    expect(headers.get('link')).toBe('</v1/questions>; rel="first", </v1/questions>; rel="last"');
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
