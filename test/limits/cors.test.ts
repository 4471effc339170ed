import { describe, expect, it } from 'vitest';
import { type Answer, createTestApp, type TestApp } from '../support/app.ts';

const origin = 'https://app.example.org';
const other = 'https://evil.example.com';

const openTo = (CORS_ORIGINS: string) => createTestApp({ env: { CORS_ORIGINS } });

const preflight = ({ rest }: TestApp, path: string, from: string) =>
  rest('OPTIONS', path, undefined, {
    origin: from,
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'content-type, authorization',
  });

const permissions = ({ headers }: Answer) =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));

const addresses = ['/questions', '/v1/questions', '/graphql', '/nowhere', '/healthz'];

describe('by default', () => {
  it('no page of another origin is given anything', async () => {
    const app = await createTestApp();
    for (const path of addresses) {
      const asked = await preflight(app, path, origin);
      expect([path, permissions(asked)]).toEqual([path, []]);
      const got = await app.rest('GET', path, undefined, { origin });
      expect([path, permissions(got)]).toEqual([path, []]);
    }
    expect(permissions(await app.graphql('{ __typename }', {}, { origin }))).toEqual([]);
  });

  it('pages on localhost may call', async () => {
    const app = await createTestApp();
    const localhosts = ['http://localhost:5173', 'https://app.localhost', 'http://[::1]:8080'];
    for (const from of [...localhosts, 'http://127.0.0.1:3000']) {
      const { headers } = await app.rest('GET', '/questions', undefined, { origin: from });
      expect(headers.get('access-control-allow-origin')).toBe(from);
      expect((await preflight(app, '/graphql', from)).status).toBe(204);
    }
    const lookalikes = [
      'http://localhost.evil.com',
      'http://127.0.0.1.evil.com',
      'http://notlocalhost',
    ];
    for (const from of lookalikes) {
      expect(permissions(await preflight(app, '/questions', from))).toEqual([]);
    }
  });

  it.each([{ CORS_LOCALHOST: 'off' }, { HOST: '0.0.0.0' }, { HOST: '192.0.2.1' }])(
    'pages on localhost may not call with %o',
    async (env) => {
      const app = await createTestApp({ env });
      const asked = await preflight(app, '/questions', 'http://localhost:5173');
      expect(permissions(asked)).toEqual([]);
    },
  );
});

describe('with a list of origins', () => {
  it('their pages are given the answer and the headers that matter', async () => {
    const app = await openTo(`https://first.example.org, ${origin}`);
    const answers = [
      await app.rest('GET', '/questions', undefined, { origin }),
      await app.rest('GET', '/questions/nonsense', undefined, { origin }),
      await app.graphql('{ __typename }', {}, { origin }),
    ];
    for (const { headers } of answers) {
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect(headers.get('vary')).toMatch(/\bOrigin\b/i);
      const exposed = headers.get('access-control-expose-headers')?.split(', ');
      expect(exposed).toEqual(
        expect.arrayContaining([
          'ETag',
          'Link',
          'Location',
          'RateLimit',
          'Retry-After',
          'WWW-Authenticate',
        ]),
      );
    }
  });

  it('their pages may ask before they send', async () => {
    const app = await openTo(origin);
    for (const path of addresses) {
      const { status, headers } = await preflight(app, path, origin);
      expect([path, status]).toEqual([path, 204]);
      expect(headers.get('access-control-allow-origin')).toBe(origin);
      expect(headers.get('access-control-allow-methods')).toContain('DELETE');
      expect(headers.get('access-control-allow-headers')).toMatch(/Authorization.*Idempotency-Key/);
      expect(headers.get('access-control-max-age')).toBe('600');
      expect(headers.get('vary')).toMatch(/\bOrigin\b/i);
    }
  });

  it('pages of any other origin, and of one that looks alike, are given nothing', async () => {
    const app = await openTo(origin);
    const lookalikes = [
      other,
      `${origin}.evil.com`,
      `${origin}:8443`,
      'http://app.example.org',
      'null',
      '',
    ];
    for (const from of lookalikes) {
      expect([from, permissions(await preflight(app, '/questions', from))]).toEqual([from, []]);
      const got = await app.rest('GET', '/questions', undefined, { origin: from });
      expect([from, permissions(got)]).toEqual([from, []]);
      // Otherwise a cache would serve the response for one origin to another.
      expect(got.headers.get('vary')).toMatch(/\bOrigin\b/i);
    }
  });
});

describe('with *', () => {
  it('pages of every origin are let in, without credentials of the browser', async () => {
    const app = await openTo('*');
    for (const from of [origin, other]) {
      const { headers } = await app.rest('GET', '/questions', undefined, { origin: from });
      expect(headers.get('access-control-allow-origin')).toBe(from);
      expect(headers.get('access-control-allow-credentials')).toBeNull();
      expect((await preflight(app, '/graphql', from)).status).toBe(204);
    }
  });
});

describe('a refusal', () => {
  it('can be read by the pages that are let in', async () => {
    const env = { CORS_ORIGINS: origin, RATE_LIMIT: 'on', RATE_LIMIT_ANONYMOUS: '1' };
    const { rest } = await createTestApp({ env });
    await rest('GET', '/questions');
    const refused = await rest('GET', '/questions', undefined, { origin });
    expect(refused.status).toBe(429);
    expect(refused.headers.get('access-control-allow-origin')).toBe(origin);
  });
});
