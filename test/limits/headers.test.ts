import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { head, sendRaw } from '../support/raw-http.ts';

const { app, rest, graphql } = await createTestApp({ env: { PORT: '0' } });
const url = await app.listen();

const pages = ['/', '/docs'];
const data = [
  '/questions',
  '/questions/nonsense',
  '/nowhere',
  '/healthz',
  '/readyz',
  '/openapi.json',
  '/schema.graphql',
  '/metrics',
];

function expectSafe(headers: Headers): void {
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('x-frame-options')).toBe('DENY');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
  expect(headers.get('api-version')).toBe('1');
  expect(headers.get('x-powered-by')).toBeNull();
}

describe('every answer', () => {
  it.each([...data, ...pages])('is neither guessed at nor framed: %s', async (path) => {
    for (const method of ['GET', 'HEAD', 'OPTIONS', 'DELETE']) {
      expectSafe((await rest(method, path)).headers);
    }
  });

  it('says so over GraphQL as well, for results and for refusals', async () => {
    expectSafe((await graphql('{ __typename }')).headers);
    expectSafe((await graphql('{')).headers);
    expectSafe((await rest('POST', '/graphql', 'x', { 'content-type': 'text/plain' })).headers);
  });

  it('says so even when it is to no request at all', async () => {
    for (const bytes of [
      'nonsense\r\n\r\n',
      head('GET //evil HTTP/1.1'),
      head('CONNECT example.org:443 HTTP/1.1'),
      head('OPTIONS * HTTP/1.1'),
      head('GET /questions HTTP/1.1', `X-Large: ${'x'.repeat(20_000)}`),
    ]) {
      const { status, headers } = await sendRaw(url, bytes);
      expect(status).toBeGreaterThan(0);
      expectSafe(headers);
    }
  });
});

describe('data', () => {
  it('may run nothing and load nothing', async () => {
    const answers = [
      await graphql('{ __typename }'),
      ...(await Promise.all(data.map((path) => rest('GET', path)))),
    ];
    for (const { headers } of answers) {
      expect(headers.get('content-security-policy')).toBe(
        "default-src 'none'; frame-ancestors 'none'",
      );
    }
  });
});

describe('a page', () => {
  const open = (path: string) => rest('GET', path, undefined, { accept: 'text/html' });

  it.each([...pages, '/graphql'])(
    'runs our own scripts and those it was made with alone: %s',
    async (path) => {
      const { status, headers, body } = await open(path);
      expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
      const policy = headers.get('content-security-policy') ?? '';
      expectSafe(headers);
      const [scripts = ''] = /script-src [^;]*/.exec(policy) ?? [];
      expect(scripts).not.toContain('unsafe');
      for (const [, script = ''] of String(body).matchAll(/<script>([\s\S]*?)<\/script>/g)) {
        expect(scripts).toContain(createHash('sha256').update(script).digest('base64'));
      }
      expect(body).not.toMatch(/<script[^>]+src="(https?:)?\/\//);
      expect(body).not.toMatch(/ on(click|load|error)=/);
    },
  );
});

describe('an unknown address', () => {
  it.each([
    '/nowhere',
    '/v1',
    '/v1/',
    '/v2/questions',
    '/questions//',
    '/Questions',
    '/graphql/',
    '/.env',
    '/.git/config',
    '/admin',
    '/metrics/',
    '/healthz/x',
    '/docs/../.env',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/docs/%2e%2e%2fpackage.json',
    '/node_modules',
    '/favicon.ico/x',
  ])('is never 200: %s', async (path) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      const { status, headers } = await sendRaw(
        url,
        head(`${method} ${path} HTTP/1.1`, 'Content-Length: 0'),
      );
      expect([method, path, status]).toEqual([method, path, 404]);
      expect(headers.get('content-type')).toBe('application/problem+json');
    }
  });
});

describe('timing and cost', () => {
  const timing = /^queue;dur=\d+\.\d, work;dur=\d+\.\d, total;dur=\d+\.\d, cache;desc=(hit|miss)$/;

  it('are in the headers of every response that is preferred to have them', async () => {
    for (const prefer of ['timing', 'wait=0, Timing', 'timing;q=1']) {
      for (const path of ['/questions?limit=100', '/nowhere', '/graphql?query={__typename}']) {
        const { headers } = await rest('GET', path, undefined, { prefer });
        expect(headers.get('server-timing')).toMatch(timing);
        expect(headers.get('request-cost')).toBe(path.includes('100') ? '5' : '1');
        expect(headers.get('preference-applied')).toContain('timing');
      }
    }
  });

  it('are not in others', async () => {
    for (const prefer of ['wait=0', 'timings', '']) {
      const { headers } = await rest('GET', '/questions', undefined, { prefer });
      expect([headers.get('server-timing'), headers.get('request-cost')]).toEqual([null, null]);
    }
  });
});
