import { once } from 'node:events';
import { Agent, get } from 'node:http';
import { describe, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { head, type RawAnswer, sendRaw } from '../support/raw-http.ts';

const { app, logged } = await createTestApp({
  env: {
    PORT: '0',
    BODY_LIMIT: '64kb',
    MAX_ACTIVE_REQUESTS: '4',
    MAX_QUEUED_REQUESTS: '3',
    QUEUE_TIMEOUT: '1m',
  },
});
const address = await app.listen();
const send = (bytes: string | Buffer) => sendRaw(address, bytes);

function expectProblem(answer: RawAnswer, status: number, code: string): Json {
  const problem: Json = JSON.parse(answer.body);
  expect([answer.status, problem.status, problem.code]).toEqual([status, status, code]);
  expect(answer.headers.get('content-type')).toBe('application/problem+json');
  expect(answer.headers.get('api-version')).toBe('1');
  expect(answer.headers.get('x-request-id')).toBe(problem.request_id);
  return problem;
}

describe('the request target', () => {
  it.each([
    '//',
    '//example.org/questions',
    '/%00',
    '/%zz',
    '/%',
    '/\\\\example.org/',
    '/..%2f',
    '/v1',
  ])('finds nothing at %s', async (target) => {
    expectProblem(await send(head(`GET ${target} HTTP/1.1`)), 404, 'NOT_FOUND');
  });

  it('may be a whole address', async () => {
    const answer = await send(head('GET http://quaestor.example/questions?limit=1 HTTP/1.1'));
    expect([answer.status, JSON.parse(answer.body).page.limit]).toEqual([200, 1]);
  });

  it('may be the server as a whole for OPTIONS', async () => {
    const answer = await send(head('OPTIONS * HTTP/1.1'));
    expect([answer.status, answer.headers.get('allow')]).toEqual([
      204,
      'GET, HEAD, QUERY, POST, PUT, PATCH, DELETE, OPTIONS',
    ]);
  });

  it('is never taken for the health check of a library', async () => {
    for (const target of ['/healthz/yoga', '/questions?search=/health', '/questions?search=%20']) {
      const { status, headers } = await send(head(`GET ${target} HTTP/1.1`));
      expect([target, status, headers.get('x-yoga-id')]).toEqual([
        target,
        expect.any(Number),
        null,
      ]);
    }
  });
});

describe('a remembered answer', () => {
  const agent = new Agent({ keepAlive: true });
  closeAfterFile(() => agent.destroy());

  it.each([
    ['/questions?limit=3', 200],
    ['/v1/questions?limit=2', 200],
    ['/questions?limit=3', 304],
  ])('of %s is sent as the fresh one, with status %i', async (target, status) => {
    const { headers: known } = await fetch(address + target);
    const etag = status === 304 ? (known.get('etag') ?? '') : '"none"';
    const ask = async (freshness: Record<string, string> = {}) => {
      const headers = { Prefer: 'timing', 'If-None-Match': etag, ...freshness };
      // fetch would ask for a fresh answer.
      const [answer] = await once(get(address + target, { agent, headers }), 'response');
      const { 'server-timing': timing, ...others } = answer.headers;
      for (const name of ['date', 'x-request-id', 'ratelimit']) delete others[name];
      const body = (await answer.toArray()).join('');
      return { isHit: timing.includes('hit'), status: answer.statusCode, others, body };
    };
    await expect.poll(async () => (await ask()).isHit, { interval: 5 }).toBe(true);
    const fresh = await ask({ 'Cache-Control': 'no-cache' });
    expect(fresh).toMatchObject({ isHit: false, status });
    expect(await ask()).toEqual({ ...fresh, isHit: true });
  });
});

describe('what is no sound request', () => {
  it.each([
    ['garbage', '\x00\x01\x02 garbage\r\n\r\n'],
    ['TLS on a plain port', Buffer.from('16030100a5010000a10303', 'hex')],
    ['two lengths', head('POST /questions HTTP/1.1', 'Content-Length: 1', 'Content-Length: 2')],
    ['a folded header', head('GET /healthz HTTP/1.1', 'X-Request-Id: one\r\n two')],
    ['a broken chunk', `${head('POST /graphql HTTP/1.1', 'Transfer-Encoding: chunked')}zz\r\n`],
    ['no host', 'GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n'],
    ['two hosts', 'GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n'],
    ['a host with a path', 'GET /x HTTP/1.1\r\nHost: h/questions?\r\nConnection: close\r\n\r\n'],
    ['a host that is none', 'GET /healthz HTTP/1.1\r\nHost: [::\r\nConnection: close\r\n\r\n'],
  ])('refuses %s', async (_name, bytes) => {
    expectProblem(await send(bytes), 400, 'BAD_REQUEST');
  });

  it.each(['gzip', 'identity', 'gzip, chunked', 'chunked, chunked'])(
    'does not know Transfer-Encoding: %s',
    async (encoding) => {
      const bytes = head('POST /questions HTTP/1.1', `Transfer-Encoding: ${encoding}`);
      expectProblem(await send(bytes), 501, 'NOT_IMPLEMENTED');
    },
  );

  it('refuses 20 KB of headers', async () => {
    const answer = await send(head('GET /healthz HTTP/1.1', `X-Large: ${'a'.repeat(20_000)}`));
    expectProblem(answer, 431, 'HEADERS_TOO_LARGE');
  });

  it('refuses to be a proxy', async () => {
    const answer = await send(head('CONNECT example.org:443 HTTP/1.1'));
    expectProblem(answer, 405, 'METHOD_NOT_ALLOWED');
  });

  it('does not echo a request by TRACE', async () => {
    const answer = await send(head('TRACE /questions HTTP/1.1', 'X-Secret: x'));
    expectProblem(answer, 405, 'METHOD_NOT_ALLOWED');
  });

  it('notices a body that breaks off', async () => {
    const headers = ['Content-Type: application/json', 'Content-Length: 100'];
    const half = `${head('POST /questions HTTP/1.1', ...headers)}{"question_text":`;
    expectProblem(await sendRaw(address, half, { isLast: true }), 400, 'BAD_REQUEST');
  });

  it('passes over expectations it does not know', async () => {
    expect((await send(head('GET /healthz HTTP/1.1', 'Expect: miracles'))).status).toBe(200);
  });
});

describe('a body over its limit', () => {
  const json = 'Content-Type: application/json';
  const long = ' '.repeat(100_000);
  const bodies = [
    ['announced', `Content-Length: ${long.length}\r\n${json}`, long],
    ['in chunks', `Transfer-Encoding: chunked\r\n${json}`, `186a0\r\n${long}\r\n0\r\n\r\n`],
  ] as const;

  it.each(bodies)('is refused by REST when it is %s', async (_name, headers, body) => {
    const answer = await send(head('POST /questions HTTP/1.1', headers) + body);
    expectProblem(answer, 413, 'PAYLOAD_TOO_LARGE');
  });

  it.each(bodies)(
    'is refused in the shape of GraphQL when it is %s',
    async (_name, headers, body) => {
      const answer = await send(head('POST /graphql HTTP/1.1', headers) + body);
      expect(answer.status).toBe(413);
      expect(JSON.parse(answer.body).errors[0].extensions).toEqual({ code: 'PAYLOAD_TOO_LARGE' });
    },
  );

  it.each(['/questions', '/graphql'])(
    'closes the connection at %s when its end is not known',
    async (path) => {
      const start = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n`;
      const answer = await send(`${start}${json}\r\n\r\n186a0\r\n${long}\r\n`);
      expect([answer.status, answer.headers.get('connection')]).toEqual([413, 'close']);
    },
  );

  it('is answered while the client still sends', async () => {
    const body = new Blob([new Uint8Array(20_000_000)]);
    const headers = { 'content-type': 'application/json' };
    const answer = await fetch(`${address}/questions`, { method: 'POST', headers, body });
    expect(answer.status).toBe(413);
  });

  it('is refused before its type is known', async () => {
    const headers = `Content-Length: ${long.length}`;
    const answer = await send(head('POST /questions HTTP/1.1', headers) + long);
    expectProblem(answer, 413, 'PAYLOAD_TOO_LARGE');
  });
});

describe('HEAD', () => {
  const paths = ['/', '/docs', '/healthz', '/readyz', '/questions', '/openapi.json', '/nothing'];

  it.each([...paths, '/questions?limit=0', '/graphql?query={__typename}'])(
    'answers %s as GET does, without the body',
    async (path) => {
      const [asGet, asHead] = await Promise.all([
        send(head(`GET ${path} HTTP/1.1`, 'X-Request-Id: same')),
        send(head(`HEAD ${path} HTTP/1.1`, 'X-Request-Id: same')),
      ]);
      expect([asHead.status, asHead.body]).toEqual([asGet.status, '']);
      asGet.headers.delete('date');
      asHead.headers.delete('date');
      expect([...asHead.headers]).toEqual([...asGet.headers]);
    },
  );
});

describe('X-Request-Id', () => {
  it('is echoed when it is sound', async () => {
    const id = 'Trace-01:a.b_c';
    const { headers } = await send(head('GET /healthz HTTP/1.1', `X-Request-Id: ${id}`));
    expect(headers.get('x-request-id')).toBe(id);
  });

  it.each(['a'.repeat(129), 'a b', 'a"b', 'caf\u00e9', ''])(
    'is replaced when it is %j',
    async (id) => {
      const { headers } = await send(head('GET /healthz HTTP/1.1', `X-Request-Id: ${id}`));
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    },
  );
});

it('refuses requests that are more than it may work on and let wait', async () => {
  // In one write, so that all have arrived before the first is answered.
  const ask = (n: number) => `GET /questions?offset=${n} HTTP/1.1\r\nHost: localhost\r\n`;
  const requests = Array.from({ length: 8 }, (_, n) => `${ask(n)}\r\n`);
  const { status, body } = await send(`${requests.join('')}${ask(8)}Connection: close\r\n\r\n`);
  const others = body.match(/(?<=HTTP\/1\.1 )\d+/g)?.map(Number) ?? [];
  expect([status, ...others]).toEqual([...Array(7).fill(200), 503, 503]);
});

it('says nothing unexpected in its log', () => {
  expect(
    logged.filter(({ level, request_id }) => level === 'error' || (level === 'warn' && request_id)),
  ).toEqual([]);
});
