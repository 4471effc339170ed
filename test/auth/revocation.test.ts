import { describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../src/auth/authenticator.ts';
import { scopesOf } from '../../src/domain/scopes.ts';
import { bearer, logIn, makeAccount, password } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { createTestDatabase } from '../support/database.ts';

const { clock, advance } = createClock();
const env = { DATABASE_URL: await createTestDatabase(), ANONYMOUS_SCOPES: '' };
const one = await createTestApp({ clock, env });
const other = await createTestApp({ clock, env });
const nodes = [one, other];
const { rest } = one;

const admin = await logIn(one);
const asAdmin = bearer(admin.access_token);

/** The response of each node to a token. */
const statuses = async (token: string) =>
  Promise.all(
    nodes.map(
      async (node) => (await node.rest('GET', '/questions', undefined, bearer(token))).status,
    ),
  );

/** The response of each node within 3 s of a change, after it has cached the token. */
const statusesSoon = async (token: string) => {
  advance(2.5);
  return statuses(token);
};

const enter = async (role?: string) => {
  const account = await makeAccount(one, admin.access_token, role);
  const tokens = await logIn(one, account);
  expect(await statuses(tokens.access_token)).toEqual([200, 200]);
  return { account, ...tokens };
};

const makeKey = async (token: string, more: object = {}) => {
  const key = { name: 'a key', scopes: ['questions:read'], ...more };
  const { body } = await rest('POST', '/auth/keys', key, bearer(token));
  return body;
};

describe('on every node', () => {
  it.each(['refresh_token', 'access_token'] as const)(
    'revoking the %s ends the session within 3 seconds',
    async (kind) => {
      const tokens = await enter();
      const revoked = await other.rest('POST', '/auth/revoke', { token: tokens[kind] });
      expect(revoked.status).toBe(200);
      expect(await statusesSoon(tokens.access_token)).toEqual([401, 401]);
      const refreshed = await rest('POST', '/auth/token', {
        grant_type: 'refresh_token',
        refresh_token: tokens.refresh_token,
      });
      expect(refreshed.body.error).toBe('invalid_grant');
    },
  );

  it('ending a session from the list of sessions ends its tokens', async () => {
    const { account, access_token } = await enter();
    const lost = await logIn(other, account);
    await statuses(lost.access_token);
    const list = await rest('GET', '/auth/sessions', undefined, bearer(access_token));
    const [{ id }] = list.body.data.filter(({ current }: { current: boolean }) => !current);
    const stranger = await rest('DELETE', `/auth/sessions/${id}`, undefined, asAdmin);
    expect(stranger.status).toBe(404);
    const ended = await rest('DELETE', `/auth/sessions/${id}`, undefined, bearer(access_token));
    expect(ended.status).toBe(204);
    expect(await statusesSoon(lost.access_token)).toEqual([401, 401]);
    expect(await statuses(access_token)).toEqual([200, 200]);
  });

  it.each(['deleting', 'revoking'])('%s an API key stops it at once', async (how) => {
    const { access_token } = await enter();
    const { id, key } = await makeKey(access_token);
    const issued = await rest('POST', '/auth/token', {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: key,
    });
    expect(await statuses(key)).toEqual([200, 200]);
    expect(await statuses(issued.body.access_token)).toEqual([200, 200]);
    if (how === 'revoking') await rest('POST', '/auth/revoke', { token: key });
    else await rest('DELETE', `/auth/keys/${id}`, undefined, bearer(access_token));
    expect(await statuses(key)).toEqual([401, 401]);
    expect(await statusesSoon(issued.body.access_token)).toEqual([401, 401]);
    expect(await statuses(access_token)).toEqual([200, 200]);
  });

  it('says that an access token of an API key cannot be revoked alone', async () => {
    const { access_token } = await enter();
    const { id, key } = await makeKey(access_token);
    const { body } = await rest('POST', '/auth/token', {
      grant_type: 'client_credentials',
      client_id: id,
      client_secret: key,
    });
    const answer = await rest('POST', '/auth/revoke', { token: body.access_token });
    expect([answer.status, answer.body.error]).toEqual([400, 'unsupported_token_type']);
    expect(answer.body.detail).toContain('API key');
  });

  it('a caller revokes tokens of its own account alone, and a key none but itself', async () => {
    const victim = await enter();
    const { key: victimKey } = await makeKey(victim.access_token);
    const { access_token } = await enter();
    const { key } = await makeKey(access_token);
    const own = await enter();
    const { key: narrow } = await makeKey(own.access_token);
    const foreign = [victim.access_token, victim.refresh_token, victimKey];
    const tries = [
      ...foreign.flatMap((token) =>
        [access_token, key, admin.access_token].map((by) => [by, token]),
      ),
      ...[own.access_token, own.refresh_token].map((token) => [narrow, token]),
    ];
    for (const [by = '', token] of tries) {
      const refused = await rest('POST', '/auth/revoke', { token }, bearer(by));
      expect([refused.status, refused.body.error]).toEqual([400, 'invalid_grant']);
    }
    for (const token of [victim.access_token, victimKey, own.access_token]) {
      expect(await statusesSoon(token)).toEqual([200, 200]);
    }
    const mutation = 'mutation ($input: TokenInput!) { revokeToken(input: $input) }';
    const input = { token: narrow };
    const { body } = await one.graphql(mutation, { input }, bearer(own.access_token));
    expect(body).toEqual({ data: { revokeToken: true } });
    expect(await statuses(narrow)).toEqual([401, 401]);
    const loggedOut = await rest(
      'POST',
      '/auth/revoke',
      { token: own.refresh_token },
      bearer(own.access_token),
    );
    expect(loggedOut.status).toBe(200);
    expect(await statusesSoon(own.access_token)).toEqual([401, 401]);
  });

  it('an access token of an API key stops at the expiry of the key', async () => {
    const { access_token } = await enter();
    const expires_at = new Date(clock().getTime() + 60_000).toISOString();
    const { id, key } = await makeKey(access_token, { expires_at });
    const credentials = { client_id: id, client_secret: key };
    const grant = { grant_type: 'client_credentials', ...credentials };
    const { body } = await rest('POST', '/auth/token', grant);
    expect(await statuses(body.access_token)).toEqual([200, 200]);
    advance(61);
    expect(await statuses(body.access_token)).toEqual([401, 401]);
  });

  it('a disabled account is rejected even if one of its sessions is not revoked', async () => {
    const { account, access_token } = await enter();
    const data = { disabledAt: clock() };
    await one.app.database.prisma.account.update({ where: { id: account.id }, data });
    expect(await statusesSoon(access_token)).toEqual([401, 401]);
  });

  it('an API key stops at its expiry', async () => {
    const { access_token } = await enter();
    const expires_at = new Date(clock().getTime() + 60_000).toISOString();
    const { key } = await makeKey(access_token, { expires_at });
    advance(59);
    expect(await statuses(key)).toEqual([200, 200]);
    advance(1);
    expect(await statuses(key)).toEqual([401, 401]);
  });

  it.each(['disabling', 'deleting'])('%s an account stops all it has', async (how) => {
    const { account, access_token } = await enter();
    const { key } = await makeKey(access_token);
    const path = `/auth/accounts/${account.id}`;
    if (how === 'deleting') await rest('DELETE', path, undefined, asAdmin);
    else await rest('PATCH', path, { disabled: true }, asAdmin);
    expect(await statuses(key)).toEqual([401, 401]);
    expect(await statusesSoon(access_token)).toEqual([401, 401]);
    const again = await rest('POST', '/auth/login', { email: account.email, password });
    expect(again.status).toBe(401);
  });

  it('a smaller role narrows tokens and keys that are out, a larger one widens no token', async () => {
    const { account, access_token } = await enter('editor');
    const { key } = await makeKey(access_token, { scopes: ['questions:read', 'questions:write'] });
    const scopesNow = async (token: string) =>
      (await other.rest('GET', '/auth/me', undefined, bearer(token))).body.scopes;
    expect(await scopesNow(access_token)).toContain('questions:write');
    const setRole = (role: string) =>
      rest('PATCH', `/auth/accounts/${account.id}`, { role }, asAdmin);
    await setRole('viewer');
    advance(2.5);
    expect(await scopesNow(access_token)).toEqual(scopesOf('viewer'));
    expect(await scopesNow(key)).toEqual(['questions:read']);
    await setRole('admin');
    advance(2.5);
    expect(await scopesNow(access_token)).not.toContain('admin');
    expect(await scopesNow(key)).toEqual(['questions:read', 'questions:write']);
  });

  it('a new password ends the other sessions and not this one', async () => {
    const { account, access_token } = await enter();
    const elsewhere = await logIn(other, account);
    await statuses(elsewhere.access_token);
    const change = { current: password, new: 'another password, long enough' };
    const changed = await rest('POST', '/auth/password', change, bearer(access_token));
    expect(changed.status).toBe(204);
    expect(await statusesSoon(elsewhere.access_token)).toEqual([401, 401]);
    expect(await statuses(access_token)).toEqual([200, 200]);
    expect((await rest('POST', '/auth/login', { email: account.email, password })).status).toBe(
      401,
    );
    await logIn(other, { ...account, password: change.new });
  });

  it('a new password that is sent again with its Idempotency-Key is answered as before', async () => {
    const { account, access_token } = await enter();
    const headers = { ...bearer(access_token), 'idempotency-key': account.id };
    const send = () =>
      rest('POST', '/auth/password', { current: password, new: 'sent twice, set once' }, headers);
    expect((await send()).status).toBe(204);
    const later = await logIn(other, { ...account, password: 'sent twice, set once' });
    const again = await send();
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([204, 'true']);
    expect(await statusesSoon(later.access_token)).toEqual([200, 200]);
  });

  it('a password set by the admin ends every session', async () => {
    const { account, access_token } = await enter();
    await rest('PATCH', `/auth/accounts/${account.id}`, { password: 'set by the admin' }, asAdmin);
    expect(await statusesSoon(access_token)).toEqual([401, 401]);
  });
});

it('reads what a session allows once for all requests that ask at the same time', async () => {
  const { database } = one.app;
  let reads = 0;
  const session = new Proxy(database.prisma.session, {
    get(delegate, name) {
      if (name === 'findFirst') reads += 1;
      return Reflect.get(delegate, name);
    },
  });
  const counted = {
    ...database,
    prisma: Object.create(database.prisma, { session: { value: session } }),
  };
  const authenticator = createAuthenticator({
    database: counted,
    anonymousScopes: [],
    clock,
    standingOf: one.app.auth.standingOf,
    recall: () => undefined,
  });
  const { access_token } = await enter();
  const claims = JSON.parse(Buffer.from(access_token.split('.')[1] ?? '', 'base64url').toString());
  const identify = () =>
    Promise.all(Array.from({ length: 20 }, () => authenticator.fromClaims({ ...claims })));
  const callers = await identify();
  expect([reads, new Set(callers.map(({ id }) => id)).size]).toEqual([1, 1]);
  await identify();
  expect(reads).toBe(1);
  advance(2.5);
  await identify();
  expect(reads).toBe(2);
});
