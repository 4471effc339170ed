import { describe, expect, it } from 'vitest';
import { deleteExpired } from '../../src/db/delete-expired.ts';
import { createRefreshCookie } from '../../src/http/refresh-cookie.ts';
import type { RequestState } from '../../src/http/request-state.ts';
import { admin, bearer, logIn, makeAccount, type Tokens } from '../support/accounts.ts';
import { type Answer, createTestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';

const { clock, advance } = createClock();
const service = await createTestApp({
  clock,
  env: { REFRESH_TOKEN_TTL: '7d', SESSION_TTL: '20d' },
});
const { rest, graphql } = service;

const refresh = (refresh_token: string, more: object = {}) =>
  rest('POST', '/auth/token', { grant_type: 'refresh_token', refresh_token, ...more });

const works = async ({ access_token }: Pick<Tokens, 'access_token'>) => {
  // A node may cache a session for two seconds.
  advance(3);
  return (await rest('GET', '/auth/me', undefined, bearer(access_token))).status === 200;
};

describe('a refresh token', () => {
  it('is traded for a new pair, again and again', async () => {
    const first = await logIn(service);
    const second = await refresh(first.refresh_token);
    expect(second.status).toBe(200);
    expect(second.headers.get('cache-control')).toBe('no-store');
    expect(Object.keys(second.body).sort()).toEqual(Object.keys(first).sort());
    expect(second.body.refresh_token).not.toBe(first.refresh_token);
    expect(second.body.access_token).not.toBe(first.access_token);
    expect(second.body.scope).toBe(first.scope);
    const third = await refresh(second.body.refresh_token);
    expect(third.status).toBe(200);
    expect(await works(third.body)).toBe(true);
    // The session is the same, so the older access tokens remain valid until they expire.
    expect(await works(first)).toBe(true);
  });

  it('used a second time ends the whole session', async () => {
    const first = await logIn(service);
    const other = await logIn(service);
    const { body: second } = await refresh(first.refresh_token);
    const reused = await refresh(first.refresh_token);
    expect([reused.status, reused.body.error, reused.body.code]).toEqual([
      400,
      'invalid_grant',
      'BAD_REQUEST',
    ]);
    expect((await refresh(second.refresh_token)).body.error).toBe('invalid_grant');
    expect([await works(first), await works(second), await works(other)]).toEqual([
      false,
      false,
      true,
    ]);
  });

  it('used 20 times at once serves one at most, and ends the session for that one too', async () => {
    const { refresh_token } = await logIn(service);
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(refresh_token)));
    const winners = answers.filter(({ status }) => status === 200);
    expect(winners.length).toBeLessThanOrEqual(1);
    const losers = answers.filter(({ status }) => status !== 200);
    expect(new Set(losers.map(({ body }) => body.error))).toEqual(new Set(['invalid_grant']));
    for (const { body } of winners) {
      expect(await works(body)).toBe(false);
      expect((await refresh(body.refresh_token)).status).toBe(400);
    }
  });

  it('expires, and its session with it, when it is not used', async () => {
    const early = await logIn(service);
    const late = await logIn(service);
    advance(7 * 24 * 3600 - 1);
    const { body } = await refresh(early.refresh_token);
    expect(await works(body)).toBe(true);
    const expired = await refresh(late.refresh_token);
    expect([expired.status, expired.body.error]).toEqual([400, 'invalid_grant']);
    const listed = await rest('GET', '/auth/sessions', undefined, bearer(body.access_token));
    expect(listed.body.data.map(({ current }: { current: boolean }) => current)).toEqual([true]);
  });

  it('ends with its session 20 days after the login, however often it is used', async () => {
    let { refresh_token } = await logIn(service);
    for (const days of [6, 6, 6]) {
      advance(days * 24 * 3600);
      const { status, body } = await refresh(refresh_token);
      expect(status).toBe(200);
      refresh_token = body.refresh_token;
    }
    advance(2 * 24 * 3600 - 1);
    const last = await refresh(refresh_token);
    expect(last.status).toBe(200);
    advance(1);
    const { body, status } = await refresh(last.body.refresh_token);
    expect([status, body.error]).toEqual([400, 'invalid_grant']);
  });

  it.each(['disable', 'delete'])('dies with its account: %s', async (change) => {
    const admin = bearer((await logIn(service)).access_token);
    const account = await makeAccount(service, admin.authorization?.slice(7) ?? '');
    const { refresh_token } = await logIn(service, account);
    const path = `/auth/accounts/${account.id}`;
    if (change === 'disable') await rest('PATCH', path, { disabled: true }, admin);
    else await rest('DELETE', path, undefined, admin);
    expect((await refresh(refresh_token)).body.error).toBe('invalid_grant');
    if (change === 'delete') return;
    await rest('PATCH', path, { disabled: false }, admin);
    expect((await refresh(refresh_token)).body.error).toBe('invalid_grant');
  });

  it('gives fewer scopes when asked, and all again the next time', async () => {
    const first = await logIn(service);
    const narrow = await refresh(first.refresh_token, { scope: 'questions:read metrics:read' });
    expect(narrow.body.scope).toBe('questions:read metrics:read');
    const me = await rest('GET', '/auth/me', undefined, bearer(narrow.body.access_token));
    expect(me.body.scopes).toEqual(['questions:read', 'metrics:read']);
    const accounts = await rest(
      'GET',
      '/auth/accounts',
      undefined,
      bearer(narrow.body.access_token),
    );
    expect(accounts.status).toBe(403);
    expect((await refresh(narrow.body.refresh_token)).body.scope).toBe(first.scope);
  });

  it('is not used up by a scope that cannot be given', async () => {
    const admin = await logIn(service);
    const { refresh_token } = await logIn(service, await makeAccount(service, admin.access_token));
    for (const scope of ['admin', 'everything', 'questions:read questions:write']) {
      const refused = await refresh(refresh_token, { scope });
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_scope']);
    }
    expect((await refresh(refresh_token)).status).toBe(200);
  });

  it.each(['', 'nonsense', "' OR 1=1 --", '\u0000', 'x'.repeat(4000)])(
    'that nobody was given is refused: %.20s',
    async (token) => {
      const { status, body } = await refresh(token);
      expect([status, body.error]).toEqual([400, token ? 'invalid_grant' : 'invalid_request']);
    },
  );
});

describe('a refresh token that is used up', () => {
  const { database } = service.app;
  const count = async () => database.prisma.refreshToken.count();

  it('is kept to reveal a theft, and pruned once it cannot', async () => {
    await deleteExpired(database, clock(), 3600);
    const before = await count();
    const first = await logIn(service);
    const { body: second } = await refresh(first.refresh_token);
    await deleteExpired(database, clock(), 3600);
    expect(await count()).toBe(before + 2);
    expect((await refresh(first.refresh_token)).status).toBe(400);
    expect((await refresh(second.refresh_token)).status).toBe(400);
    // The theft has ended the session, and nothing is left to reveal.
    await deleteExpired(database, clock(), 3600);
    expect(await count()).toBe(before);
  });

  it('is pruned at its expiry, while its session goes on', async () => {
    const first = await logIn(service);
    advance(4 * 24 * 3600);
    const { body: second } = await refresh(first.refresh_token);
    const before = await count();
    advance(4 * 24 * 3600);
    await deleteExpired(database, clock(), 3600);
    expect(await count()).toBeLessThan(before);
    expect((await refresh(second.refresh_token)).status).toBe(200);
  });

  it('is one of a thousand that a session remembers', async () => {
    const { refresh_token } = await logIn(service);
    const { rows } = await database.pool.query(
      'SELECT session_id FROM refresh_tokens WHERE used_at IS NULL ORDER BY created_at DESC LIMIT 1',
    );
    const { session_id: session } = rows[0];
    await database.pool.query(
      `INSERT INTO refresh_tokens (hash, session_id, created_at, expires_at, used_at)
       SELECT 'used ' || n, $1::uuid, $2, $2::timestamptz + '1 day', $2::timestamptz + n * interval '1 s'
       FROM generate_series(1, 1005) AS n`,
      [session, clock()],
    );
    await deleteExpired(database, clock(), 3600);
    const kept = await database.pool.query(
      'SELECT hash FROM refresh_tokens WHERE session_id = $1 AND used_at IS NOT NULL',
      [session],
    );
    expect(kept.rows).toHaveLength(1000);
    expect(kept.rows).not.toContainEqual({ hash: 'used 5' });
    expect((await refresh(refresh_token)).status).toBe(200);
  });
});

describe('issueToken', () => {
  const mutation = `mutation ($input: TokenRequestInput!) {
    issueToken(input: $input) { accessToken refreshToken expiresIn tokenType scope }
  }`;
  const issue = async (refreshToken: string, scope?: string) =>
    (await graphql(mutation, { input: { grantType: 'refresh_token', refreshToken, scope } })).body;

  it('rotates likewise, and ends the session at a second use', async () => {
    const { refresh_token } = await logIn(service);
    const { errors } = await issue(refresh_token, 'everything');
    expect([errors[0].extensions.code, errors[0].path]).toEqual(['BAD_REQUEST', ['issueToken']]);
    const { data } = await issue(refresh_token, 'questions:read');
    expect(data.issueToken).toMatchObject({
      expiresIn: 900,
      tokenType: 'Bearer',
      scope: 'questions:read',
    });
    expect(await works({ access_token: data.issueToken.accessToken })).toBe(true);
    expect((await issue(refresh_token)).errors[0].extensions.code).toBe('BAD_REQUEST');
    expect(await works({ access_token: data.issueToken.accessToken })).toBe(false);
    expect((await refresh(data.issueToken.refreshToken)).status).toBe(400);
  });
});

describe('a refresh token in a cookie', () => {
  const page = { 'sec-fetch-site': 'same-origin' };
  const login = () =>
    rest('POST', '/auth/login', { email: admin.email, password: admin.password, cookie: true });
  const cookieOf = ({ headers }: Answer) => headers.get('set-cookie') ?? '';
  const send = (answer: Answer) => ({ cookie: cookieOf(answer).split(';')[0] ?? '', ...page });
  const refresh = (headers: Record<string, string>) =>
    rest('POST', '/auth/token', { grant_type: 'refresh_token' }, headers);

  it('is for the token endpoints alone, and out of reach of scripts', async () => {
    const answer = await login();
    expect(answer.body).not.toHaveProperty('refresh_token');
    expect(cookieOf(answer)).toMatch(
      /^quaestor_refresh=\S+; HttpOnly; SameSite=Strict; Path=\/auth; Max-Age=\d+$/,
    );
    const me = await rest('GET', '/auth/me', undefined, send(answer));
    expect(me.status).toBe(401);
  });

  const auth = { issuer: () => 'https://quiz.example', refreshLifetime: 60 };
  const storeOverHttps = (token: string) => {
    const state = {} as RequestState;
    createRefreshCookie(state, auth).store(token);
    return state.setCookies ?? [];
  };
  const readOverHttps = (cookie: string) => {
    const header = (name: string) => ({ cookie, ...page })[name] ?? null;
    const request = { path: '/auth/token', header } as unknown as RequestState['request'];
    return createRefreshCookie({ request } as RequestState, auth).read();
  };

  it('is sent over https alone where the service is reached by https', () => {
    const [cookie, binding] = storeOverHttps('token');
    expect(cookie).toMatch(/^__Secure-quaestor_refresh=token; .*; Path=\/auth; .*; Secure$/);
    expect(binding).toMatch(/^__Host-quaestor_refresh_hash=\S+; HttpOnly; .* Path=\/; .*; Secure$/);
    expect(binding).not.toContain('Domain');
  });

  it('is known by a __Host- cookie for one that this host has set, whatever others have planted', () => {
    const [own, planted] = ['own', 'planted'].map((token) =>
      storeOverHttps(token).map((cookie) => cookie.split(';')[0] ?? ''),
    );
    const [token = '', binding = ''] = own ?? [];
    const [foreign = ''] = planted ?? [];
    expect(readOverHttps(`${token}; ${binding}`)).toBe('own');
    expect(readOverHttps(`${foreign}; ${token}; ${binding}; quaestor_refresh=planted`)).toBe('own');
    // What a host beside this one can plant: everything but the second cookie.
    expect(readOverHttps(`${foreign}; ${binding}`)).toBeUndefined();
    expect(readOverHttps(foreign)).toBeUndefined();
    expect(readOverHttps('quaestor_refresh=planted')).toBeUndefined();
  });

  it('is replaced at each use, and a second use ends the session', async () => {
    const first = await login();
    const second = await refresh(send(first));
    expect(second.status).toBe(200);
    expect(second.body).not.toHaveProperty('refresh_token');
    expect(cookieOf(second)).not.toBe(cookieOf(first));
    const reuse = await refresh(send(first));
    expect([reuse.status, reuse.body.error]).toEqual([400, 'invalid_grant']);
    expect(cookieOf(reuse)).toMatch(/^quaestor_refresh=; .*Max-Age=0/);
    expect((await refresh(send(second))).status).toBe(400);
  });

  it('is not read for other origins', async () => {
    const { cookie } = send(await login());
    for (const headers of [
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'cross-site' },
      { origin: 'http://localhost:9999' },
      { origin: 'null' },
    ]) {
      const { status, body } = await refresh({ cookie, ...headers } as Record<string, string>);
      expect([headers, status, body.error]).toEqual([headers, 400, 'invalid_request']);
    }
    expect((await refresh({ cookie, ...page })).status).toBe(200);
  });

  it('is revoked and dropped', async () => {
    const session = await login();
    const revoked = await rest('POST', '/auth/revoke', {}, send(session));
    expect([revoked.status, cookieOf(revoked)]).toEqual([200, expect.stringMatching(/Max-Age=0/)]);
    expect((await refresh(send(session))).status).toBe(400);
    expect((await rest('POST', '/auth/revoke', {})).body.error).toBe('invalid_request');
  });
});
