import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { admin, bearer, logIn, makeAccount, password } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { makeQuestion } from '../support/questions.ts';

const env = {
  DATABASE_URL: await createEmptyDatabase(),
  DATA_KEY: 'a key for secrets, at least 32 characters',
  LOGIN_FAILURES: '100',
  TRUST_PROXY: '1',
};
const service = await createTestApp({ env });
const other = await createTestApp({ env });
const { rest, graphql, app } = service;
const { access_token } = await logIn(service);
const asAdmin = bearer(access_token);

const withKey = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const refused = { status: 422, body: { code: 'BAD_USER_INPUT' } };
const isReplay = ({ headers }: { headers: Headers }) =>
  headers.get('idempotent-replayed') === 'true';

describe('another secret with the same Idempotency-Key is another request', () => {
  it('as a new password of your own', async () => {
    const account = await makeAccount(service, access_token);
    const headers = { ...bearer((await logIn(service, account)).access_token), ...withKey() };
    const change = (word: string) =>
      rest('POST', '/auth/password', { current: password, new: word }, headers);
    expect((await change('the first new password')).status).toBe(204);
    expect(await change('the second new password')).toMatchObject(refused);
    expect(isReplay(await change('the first new password'))).toBe(true);
    await logIn(service, { ...account, password: 'the first new password' });
  });

  it('as the password of an account', async () => {
    const headers = { ...asAdmin, ...withKey() };
    const account = { email: `${randomUUID()}@example.org`, role: 'viewer' };
    const first = await rest('POST', '/auth/accounts', { ...account, password }, headers);
    expect(first.status).toBe(201);
    const changed = { ...account, password: `${password}!` };
    expect(await rest('POST', '/auth/accounts', changed, headers)).toMatchObject(refused);
    const path = `/auth/accounts/${first.body.id}`;
    const reset = { ...asAdmin, ...withKey() };
    expect((await rest('PATCH', path, { password: 'set by the admin' }, reset)).status).toBe(200);
    const again = await rest('PATCH', path, { password: 'set otherwise' }, reset);
    expect(again).toMatchObject(refused);
  });

  it.each(['new', 'current', 'token', 'password'])('as a variable named %s', async (name) => {
    const { body } = await rest('POST', '/questions', makeQuestion({ difficulty: 0 }));
    const query = `mutation ($${name}: QuestionChangesInput!) {
      updateQuestion(id: "${body.id}", input: $${name}) { version difficultyLevel }
    }`;
    const headers = withKey();
    const first = await graphql(query, { [name]: { difficulty: 'ADVANCED' } }, headers);
    expect(first.body.data.updateQuestion).toEqual({ version: 2, difficultyLevel: 2 });
    const second = await graphql(query, { [name]: { difficulty: 'INTERMEDIATE' } }, headers);
    expect([second.status, second.body.errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
  });

  it('as client credentials by Basic', async () => {
    const headers = withKey();
    const basic = (secret: string) =>
      rest('POST', '/auth/token', 'grant_type=client_credentials', {
        'content-type': 'application/x-www-form-urlencoded',
        authorization: `Basic ${Buffer.from(secret).toString('base64')}`,
        ...headers,
      });
    const key = { name: 'a client', scopes: ['questions:read'] };
    const { body: made } = await rest('POST', '/auth/keys', key, asAdmin);
    expect((await basic(`${made.id}:${made.key}`)).status).toBe(200);
    expect(await basic('somebody:else')).toMatchObject({
      status: 400,
      body: { error: 'invalid_request' },
    });
  });
});

describe('every change takes an Idempotency-Key', () => {
  it.each(['PUT', 'PATCH'])('%s', async (method) => {
    const { body: question } = await rest('POST', '/questions', makeQuestion({ difficulty: 0 }));
    const path = `/questions/${question.id}`;
    const headers = { ...withKey(), 'if-match': '"1"' };
    const first = await rest(method, path, { difficulty: 1 }, headers);
    expect([first.status, first.body.version]).toEqual([200, 2]);
    await rest('PATCH', path, { difficulty: 2 });
    const again = await other.rest(method, path, { difficulty: 1 }, headers);
    expect([again.status, again.body, isReplay(again)]).toEqual([200, first.body, true]);
    expect(again.headers.get('etag')).toBe('"2"');
    expect(await rest(method, path, { difficulty: 2 }, headers)).toMatchObject(refused);
    const elsewhere = await rest('DELETE', path, undefined, headers);
    expect(elsewhere).toMatchObject(refused);
  });

  it('DELETE', async () => {
    const { body: question } = await rest('POST', '/questions', makeQuestion());
    const path = `/questions/${question.id}`;
    const headers = withKey();
    expect((await rest('DELETE', path, undefined, headers)).status).toBe(204);
    const again = await rest('DELETE', path, undefined, headers);
    expect([again.status, again.body, isReplay(again)]).toEqual([204, '', true]);
    expect((await rest('DELETE', path)).status).toBe(404);
  });

  it('a login, which is never replayed', async () => {
    const headers = withKey();
    expect((await rest('POST', '/auth/login', admin, headers)).status).toBe(200);
    const again = await rest('POST', '/auth/login', admin, headers);
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('a refresh, whose retry does not count as reuse', async () => {
    const { refresh_token } = await logIn(service);
    const headers = withKey();
    const refresh = { grant_type: 'refresh_token', refresh_token };
    const first = await rest('POST', '/auth/token', refresh, headers);
    expect((await rest('POST', '/auth/token', refresh, headers)).status).toBe(409);
    const next = { ...refresh, refresh_token: first.body.refresh_token };
    expect((await rest('POST', '/auth/token', next)).status).toBe(200);
  });

  it('a revocation', async () => {
    const { refresh_token: token } = await logIn(service);
    const headers = withKey();
    expect((await rest('POST', '/auth/revoke', { token }, headers)).status).toBe(200);
    const again = await rest('POST', '/auth/revoke', { token }, headers);
    expect([again.status, isReplay(again)]).toEqual([200, true]);
  });

  it('and a document with one secret is not stored', async () => {
    const mutation = `mutation {
      createApiKey(input: { name: "a key", scopes: ["questions:read"] }) { key }
      createAccount(input: { email: "${randomUUID()}@example.org", password: "${password}", role: VIEWER }) { id }
    }`;
    const headers = { ...asAdmin, ...withKey() };
    const first = await graphql(mutation, {}, headers);
    expect(first.body.errors).toBeUndefined();
    const again = await graphql(mutation, {}, headers);
    expect(again.body.errors[0].extensions.code).toBe('CONFLICT');
    const { rows } = await app.database.pool.query('SELECT body FROM idempotent_requests');
    expect(JSON.stringify(rows)).not.toContain(first.body.data.createApiKey.key);
  });
});

it('anonymous callers of two addresses share no key', async () => {
  const from = (address: string) => ({ ...withKey('mine'), 'x-forwarded-for': address });
  const question = makeQuestion();
  const first = await rest('POST', '/questions', question, from('192.0.2.1'));
  const second = await rest('POST', '/questions', makeQuestion(), from('192.0.2.2'));
  expect([first.status, second.status, isReplay(second)]).toEqual([201, 201, false]);
  expect(isReplay(await rest('POST', '/questions', question, from('192.0.2.1')))).toBe(true);
});

it('the key of the fingerprints is shared by all nodes and encrypted at rest', async () => {
  const name = 'idempotency-fingerprints';
  expect(await app.auth.secrets(name)).toEqual(await other.app.auth.secrets(name));
  const { rows } = await app.database.pool.query('SELECT name, value FROM shared_secrets');
  expect(rows).toEqual([{ name, value: expect.stringMatching(/^v1:/) }]);
});
