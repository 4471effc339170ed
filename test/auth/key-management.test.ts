import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bearer, logIn, makeAccount, password } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { createClock } from '../support/clock.ts';

const { clock } = createClock();
const service = await createTestApp({ clock, env: { ANONYMOUS_SCOPES: '' } });
const { rest, graphql } = service;
const { access_token } = await logIn(service);
const asAdmin = bearer(access_token);
const inSeconds = (seconds: number) => new Date(clock().getTime() + seconds * 1000).toISOString();

const make = (more: object = {}, headers = asAdmin) =>
  rest('POST', '/auth/keys', { name: 'a key', scopes: ['questions:read'], ...more }, headers);

/** An access token that an API key was exchanged for. */
async function exchange({ id, key }: Json): Promise<string> {
  const client = { grant_type: 'client_credentials', client_id: id, client_secret: key };
  return (await rest('POST', '/auth/token', client)).body.access_token;
}

describe('an API key without the scope admin', () => {
  const managing: [method: string, path: string, body?: object][] = [
    ['GET', '/auth/keys'],
    ['POST', '/auth/keys', { name: 'another', scopes: ['questions:read'] }],
    ['DELETE', `/auth/keys/${randomUUID()}`],
    ['GET', '/auth/sessions'],
    ['DELETE', `/auth/sessions/${randomUUID()}`],
    ['POST', '/auth/password', { current: password, new: 'another password' }],
  ];

  it.each(managing)('is refused: %s %s', async (method, path, body) => {
    const { body: key } = await make({ expires_at: inSeconds(5) });
    for (const token of [key.key, await exchange(key)]) {
      const refused = await rest(method, path, body, bearer(token));
      expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
      expect(refused.body.detail).toContain('Log in instead');
      expect(refused.headers.get('www-authenticate')).toContain('scope="admin"');
    }
  });

  it('is refused over GraphQL too', async () => {
    const { body: key } = await make();
    const input = '{ name: "another", scopes: ["questions:read"] }';
    for (const query of [
      '{ apiKeys { totalCount } }',
      `mutation { createApiKey(input: ${input}) { id } }`,
    ]) {
      const { body } = await graphql(query, {}, bearer(key.key));
      expect(body.errors[0].extensions.code).toBe('FORBIDDEN');
    }
  });

  it('still says who it is', async () => {
    const { body: key } = await make();
    expect((await rest('GET', '/auth/me', undefined, bearer(key.key))).status).toBe(200);
  });
});

describe('an API key with the scope admin', () => {
  it('makes keys with no more scopes and no longer life than its own', async () => {
    const expires_at = inSeconds(60);
    const { body: key } = await make({ scopes: ['admin'], expires_at });
    for (const token of [key.key, await exchange(key)]) {
      const headers = bearer(token);
      const wider = await make({ scopes: ['questions:read'], expires_at }, headers);
      expect([wider.status, wider.body.errors[0].code]).toEqual([422, 'not_yours']);
      for (const later of [inSeconds(61), null, undefined]) {
        const longer = await make({ scopes: ['admin'], expires_at: later }, headers);
        expect([longer.status, longer.body.errors[0].pointer]).toEqual([422, '/expires_at']);
      }
      expect((await make({ scopes: ['admin'], expires_at }, headers)).status).toBe(201);
    }
  });

  it('without an expiry makes keys without one', async () => {
    const { body: key } = await make({ scopes: ['admin'] });
    expect((await make({ scopes: ['admin'] }, bearer(key.key))).status).toBe(201);
  });
});

describe('an account', () => {
  it('has at most 50 keys, also when they are made at once', async () => {
    const account = await makeAccount(service, access_token);
    const own = bearer((await logIn(service, account)).access_token);
    const answers = [];
    for (let index = 0; index < 45; index += 1) answers.push(await make({}, own));
    answers.push(...(await Promise.all(Array.from({ length: 10 }, () => make({}, own)))));
    const refused = answers.filter(({ status }) => status !== 201);
    expect(refused).toHaveLength(5);
    for (const { status, body } of refused) {
      expect([status, body.code]).toEqual([409, 'CONFLICT']);
      expect(body.detail).toContain('at most 50 API keys');
    }
    await rest('DELETE', `/auth/keys/${answers[0]?.body.id}`, undefined, own);
    expect((await make({}, own)).status).toBe(201);
  });

  it.each([0, -1, 1.5, '600', 1_000_001])('cannot have the quota %j', async (quota) => {
    const account = await makeAccount(service, access_token);
    const refused = await rest('PATCH', `/auth/accounts/${account.id}`, { quota }, asAdmin);
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/quota']);
  });
});
