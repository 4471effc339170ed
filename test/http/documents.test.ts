import { describe, expect, it } from 'vitest';
import { rows } from '../../src/http/rest/rows.ts';
import { bearer } from '../support/accounts.ts';
import { type Answer, createTestApp } from '../support/app.ts';
import { documentRows } from '../support/document-rows.ts';

const { rest, graphql } = await createTestApp({
  env: { RATE_LIMIT: 'on', RATE_LIMIT_STORE: 'memory', RATE_LIMIT_ANONYMOUS: '1000' },
});

/** All headers except those that vary between requests. */
function stableHeaders({ headers }: Answer) {
  const { 'x-request-id': _, ratelimit: __, ...stable } = Object.fromEntries(headers);
  return stable;
}

describe.each(documentRows)('GET $path', ({ path }) => {
  it('answers HEAD and the path under /v1 alike', async () => {
    const answer = await rest('GET', path);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      'application/json; charset=utf-8',
    ]);
    const head = await rest('HEAD', path);
    expect(head.status).toBe(200);
    expect(stableHeaders(head)).toEqual(stableHeaders(answer));
    const versioned = await rest('GET', `/v1${path}`);
    expect([versioned.status, versioned.body]).toEqual([200, answer.body]);
  });

  it('is revalidated by its ETag', async () => {
    const { headers } = await rest('GET', path);
    expect(headers.get('cache-control')).toBe('no-cache');
    const etag = headers.get('etag') ?? '';
    const again = await rest('GET', path, undefined, { 'if-none-match': etag });
    expect([again.status, again.body, again.headers.get('etag')]).toEqual([304, '', etag]);
    expect(again.headers.has('content-type')).toBe(false);
  });

  it('costs a point', async () => {
    const remaining = ({ headers }: Answer) =>
      Number(/r=(\d+)/.exec(headers.get('ratelimit') ?? '')?.[1]);
    const before = remaining(await rest('GET', path));
    expect(before - remaining(await rest('GET', path))).toBe(1);
  });

  it('refuses parameters, other media types and bad tokens', async () => {
    const answers = [
      await rest('GET', `${path}?nonsense=1`),
      await rest('GET', path, undefined, { accept: 'text/html' }),
      await rest('GET', path, undefined, bearer('nonsense')),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 406, 401]);
    expect(answers[0]?.body.errors).toMatchObject([
      { parameter: 'nonsense', code: 'unknown_parameter' },
    ]);
    for (const { headers } of answers) {
      expect(headers.get('content-type')).toBe('application/problem+json');
    }
  });
});

it.each(['jwks', 'authorizationServer'])('%s is not a GraphQL field', async (field) => {
  const { body } = await graphql(`{ ${field} }`);
  expect(body.errors[0].extensions.code).toBe('BAD_REQUEST');
});

describe('llms.txt', () => {
  it('names the documents and every REST operation', async () => {
    const { body, headers } = await rest('GET', '/llms.txt');
    expect(headers.get('content-type')).toBe('text/plain; charset=utf-8');
    for (const { method, path } of rows) expect(body).toContain(`- ${method} ${path}: `);
    for (const [, url = ''] of body.matchAll(/\]\((.*?)\)/g)) {
      const { pathname } = new URL(url);
      // A protocol of POST requests; that it is there, its refusal of others shows.
      const status = pathname === '/mcp' ? 405 : 200;
      expect([pathname, (await rest('GET', pathname)).status]).toEqual([pathname, status]);
    }
  });
});
