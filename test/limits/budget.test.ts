import { describe, expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { type Answer, createTestApp, type TestApp } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const limited = (quota: number, more: Record<string, string> = {}) =>
  createTestApp({
    env: {
      RATE_LIMIT: 'on',
      RATE_LIMIT_ANONYMOUS: String(quota),
      RATE_LIMIT_STORE: 'memory',
      ...more,
    },
  });

const origin = 'https://front.example';
const proxied = { TRUST_PROXY: '1' };
const onePoint = await limited(1, { ...proxied, CORS_ORIGINS: origin, METRICS_LOOPBACK: 'on' });
const sixtyPoints = await limited(60, { ...proxied, RATE_LIMIT_TOKEN: '600' });
let clients = 0;

/** A client at an address of its own, so that tests share an app and not a budget. */
function newClient(app: TestApp): Pick<TestApp, 'rest' | 'graphql'> {
  clients += 1;
  const from = { 'x-forwarded-for': `127.0.1.${clients}` };
  return {
    rest: (method, path, body, headers) => app.rest(method, path, body, { ...from, ...headers }),
    graphql: (query, variables, headers) => app.graphql(query, variables, { ...from, ...headers }),
  };
}

const remaining = ({ headers }: Answer) =>
  Number(/^"default";r=(\d+);t=\d+$/.exec(headers.get('ratelimit') ?? '')?.[1]);

describe('a budget', () => {
  it('is one over both interfaces, and every answer tells how it stands', async () => {
    const { rest, graphql } = newClient(sixtyPoints);
    const first = await rest('GET', '/questions');
    expect(first.headers.get('ratelimit-policy')).toBe('"default";q=60;w=60');
    expect(first.headers.get('ratelimit')).toMatch(/^"default";r=59;t=\d+$/);
    expect(remaining(await graphql('{ questions { nodes { id } } }'))).toBe(58);
    expect(remaining(await rest('GET', '/questions?limit=100'))).toBe(53);
    expect(remaining(await graphql('{ questions(first: 100) { nodes { id } } }'))).toBe(48);
    expect(remaining(await rest('GET', '/questions/nonsense'))).toBe(47);
    expect(remaining(await rest('POST', '/questions', makeQuestion()))).toBe(46);
  });

  it('when used up is 429 with all that a client needs to know, on both interfaces', async () => {
    const { rest, graphql } = newClient(onePoint);
    expect((await rest('GET', '/questions')).status).toBe(200);
    const refused = await rest('GET', '/questions');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(refused.headers.get('ratelimit-policy')).toBe('"default";q=1;w=60');
    expect(remaining(refused)).toBe(0);
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
    expect(refused.body).toMatchObject({
      status: 429,
      code: 'RATE_LIMITED',
      violated_policies: ['default'],
      detail: expect.stringContaining('The quota of 1 points per minute is exceeded.'),
    });
    const same = await graphql('{ questions { nodes { id } } }');
    expect(same.status).toBe(429);
    expect(Number(same.headers.get('retry-after'))).toBeGreaterThan(50);
    expect(same.headers.get('ratelimit-policy')).toBe('"default";q=1;w=60');
    expect(remaining(same)).toBe(0);
    expect(same.body.errors[0].extensions).toMatchObject({
      code: 'RATE_LIMITED',
      violated_policies: ['default'],
    });
  });

  it('is not used up by what it refuses', async () => {
    const { rest, graphql } = await limited(4);
    for (const refused of [
      await rest('GET', '/questions?limit=100'),
      await graphql('{ questions(first: 100) { nodes { id } } }'),
    ]) {
      expect(refused.status).toBe(429);
    }
    // Each of the two cost one point on arrival; the missing four were not deducted.
    const cheap = await rest('GET', '/questions');
    expect([cheap.status, remaining(cheap)]).toEqual([200, 1]);
    expect((await rest('GET', '/questions')).status).toBe(200);
    expect((await rest('GET', '/questions')).status).toBe(429);
  });

  it('lets exactly as many of 200 requests at once through as it has points', async () => {
    const { rest } = await limited(50);
    const answers = await Promise.all(Array.from({ length: 200 }, () => rest('GET', '/questions')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(50);
    expect(statuses.filter((status) => status === 429)).toHaveLength(150);
  });

  it('leaves health alone', async () => {
    const { rest } = newClient(onePoint);
    for (const path of ['/healthz', '/readyz', '/healthz']) {
      const answer = await rest('GET', path);
      expect([path, answer.status, answer.headers.get('ratelimit')]).toEqual([path, 200, null]);
    }
  });

  const preflight = { origin, 'access-control-request-method': 'GET' };
  it.each<[string, string, number, Record<string, string>?]>([
    ['GET', '/nowhere', 404],
    ['GET', '/', 200],
    ['GET', '/docs', 200],
    ['GET', '/openapi.json', 200],
    ['GET', '/problems/not-found', 200],
    ['POST', '/docs', 405],
    ['GET', '/graphql', 200, { accept: 'text/html' }],
    ['OPTIONS', '/graphql', 204],
    ['PUT', '/graphql', 405],
    ['GET', '/graphql', 406, { accept: 'image/png' }],
    ['OPTIONS', '/questions', 204],
    ['OPTIONS', '/questions', 204, preflight],
    ['PUT', '/auth/token', 405],
    ['GET', '/questions', 406, { accept: 'image/png' }],
    ['GET', '/.well-known/jwks.json', 200],
    ['DELETE', '/.well-known/jwks.json', 405],
    ['GET', '/metrics', 200],
    ['POST', '/metrics', 405],
  ])('is charged a point by %s %s', async (method, path, status, headers) => {
    // Metrics are shown only to this machine, without a proxy.
    const isLocal = `${method} ${path}` === 'GET /metrics';
    const { rest } = isLocal ? onePoint : newClient(onePoint);
    const answer = await rest(method, path, undefined, headers);
    expect([answer.status, remaining(answer)]).toEqual([status, 0]);
    const refused = await rest(method, path, undefined, headers);
    expect([refused.status, remaining(refused)]).toEqual([429, 0]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50);
  });
});

describe('what a request costs', () => {
  it('is a point when it cannot be read', async () => {
    const { rest } = await limited(60, { BODY_LIMIT: '1kb' });
    const json = { 'content-type': 'application/json' };
    const requests: [string, string, Record<string, string>, number][] = [
      ['/questions', '{', json, 400],
      ['/graphql', '{', json, 400],
      ['/questions', 'x', { 'content-type': 'text/plain' }, 415],
      ['/graphql', 'x', { 'content-type': 'text/plain' }, 415],
      ['/questions', '"'.repeat(2000), json, 413],
      ['/graphql', '"'.repeat(2000), json, 413],
      ['/graphql', '{"query":"{ nonsense }"}', json, 200],
      ['/graphql', '{"query":"{{{"}', json, 200],
    ];
    for (const [index, [path, body, headers, status]] of requests.entries()) {
      const answer = await rest('POST', path, body, headers);
      expect([path, body.slice(0, 20), answer.status, remaining(answer)]).toEqual([
        path,
        body.slice(0, 20),
        status,
        59 - index,
      ]);
    }
  });

  it('grows by a point for every 100 KB of its body, in bytes', async () => {
    const { rest } = newClient(sixtyPoints);
    const padded = (text: string) => `{"question_text": "${text}"}`;
    expect(remaining(await rest('POST', '/questions', padded('x'.repeat(250 * 1024))))).toBe(57);
    expect(remaining(await rest('POST', '/questions', padded('é'.repeat(125 * 1024))))).toBe(54);
    expect(remaining(await rest('POST', '/questions', padded('x'.repeat(90 * 1024))))).toBe(53);
  });

  it('is shown to those who ask for it', async () => {
    const { rest } = newClient(sixtyPoints);
    const query = '{ questions(first: 100) { nodes { id } } }';
    const asked = await rest('POST', '/graphql', { query, extensions: { cost: true } });
    expect(asked.body.extensions).toEqual({ cost: 5 });
    for (const extensions of [undefined, {}, { cost: 'yes' }]) {
      expect(
        (await rest('POST', '/graphql', { query, extensions })).body.extensions,
      ).toBeUndefined();
    }
  });
});

describe('a budget belongs', () => {
  it('to an account with a token, whichever of its keys and sessions, to an address without', async () => {
    const app = sixtyPoints;
    const { access_token } = await logIn(app);
    const asAdmin = bearer(access_token);
    const key = await app.rest(
      'POST',
      '/auth/keys',
      { name: 'k', scopes: ['questions:read'] },
      asAdmin,
    );
    const left = async (headers = {}) => {
      const answers = [
        await app.rest('GET', '/questions', undefined, headers),
        await app.graphql('{ __typename }', {}, headers),
      ];
      return answers.map(remaining);
    };
    expect(await left()).toEqual([58, 57]);
    expect(await left(asAdmin)).toEqual([598, 597]);
    expect(await left(bearer(key.body.key))).toEqual([596, 595]);
    const again = bearer((await logIn(app)).access_token);
    expect(await left(again)).toEqual([594, 593]);
    // Logins and bad tokens are charged to the address: 57, minus one login and the two below.
    expect(await left(bearer('nonsense'))).toEqual([55, 54]);
    expect(await left(bearer(`${access_token}x`))).toEqual([53, 52]);
  });
});

describe('with RATE_LIMIT=off', () => {
  it('everything is let through but guessing passwords', async () => {
    const { rest } = await createTestApp({
      env: { RATE_LIMIT_ANONYMOUS: '1', LOGIN_FAILURES: '2' },
    });
    for (let n = 0; n < 5; n += 1) {
      const answer = await rest('GET', '/questions');
      expect([answer.status, answer.headers.get('ratelimit')]).toEqual([200, null]);
    }
    const guess = () => rest('POST', '/auth/login', { email: 'a@example.org', password: 'wrong' });
    expect([(await guess()).status, (await guess()).status]).toEqual([401, 401]);
    const refused = await guess();
    expect([refused.status, refused.body.violated_policies]).toEqual([429, ['login']]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});
