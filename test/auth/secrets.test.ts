import { describe, expect, it } from 'vitest';
import { admin, bearer, logIn, makeAccount, password } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';
import { setUpFactor } from '../support/second-factor.ts';

const service = await createTestApp({
  env: { DATA_KEY: 'a key for secrets, at least 32 characters' },
});
const { rest, graphql, app, logged } = service;

/** Every secret that was issued or generated, none of which may be found again. */
const secrets: Record<string, string> = { 'the admin password': admin.password, password };

/** Every row of every table as JSON. */
async function dump(): Promise<string> {
  const { pool } = app.database;
  const tables = await pool.query<{ name: string }>(
    "SELECT quote_ident(tablename) AS name FROM pg_tables WHERE schemaname = 'public'",
  );
  const rows: unknown[] = [];
  for (const { name } of tables.rows) {
    const { rows: found } = await pool.query(`SELECT to_jsonb(t) AS row FROM ${name} AS t`);
    rows.push(name, ...found);
  }
  return JSON.stringify(rows);
}

const first = await logIn(service);
const asAdmin = bearer(first.access_token);
const second = await rest('POST', '/auth/token', {
  grant_type: 'refresh_token',
  refresh_token: first.refresh_token,
});
const key = { name: 'a key', scopes: ['questions:read', 'questions:write'] };
const { body: apiKey } = await rest('POST', '/auth/keys', key, {
  ...asAdmin,
  'idempotency-key': 'a key by REST',
});
const byGraphql = await graphql(
  'mutation ($input: NewApiKeyInput!) { createApiKey(input: $input) { key } }',
  { input: key },
  { ...asAdmin, 'idempotency-key': 'a key by GraphQL' },
);
const client = {
  grant_type: 'client_credentials',
  client_id: apiKey.id,
  client_secret: apiKey.key,
};
const issued = await rest('POST', '/auth/token', client, { 'idempotency-key': 'a token' });
const account = await makeAccount(service, first.access_token, 'editor');
await rest('POST', '/auth/login', admin, { 'idempotency-key': 'a login' });
const changed = 'another password, long enough';
await rest(
  'POST',
  '/auth/password',
  { current: password, new: changed },
  { ...bearer((await logIn(service, account)).access_token), 'idempotency-key': 'a password' },
);
await rest('POST', '/auth/introspect', { token: second.body.refresh_token }, asAdmin);
await rest('GET', '/questions', undefined, bearer(`${first.access_token}x`));
await rest('GET', `/questions?token=${apiKey.key}`);
const guarded = await makeAccount(service, first.access_token);
const owner = bearer((await logIn(service, guarded)).access_token);
const factor = await setUpFactor(service, owner);
await rest('POST', '/auth/login', {
  email: guarded.email,
  password,
  code: factor.recoveryCodes[0],
});
await app.auth.keys.rotate();

Object.assign(secrets, {
  'an access token': first.access_token,
  'a refresh token that is used up': first.refresh_token,
  'a refresh token': second.body.refresh_token,
  'an API key': apiKey.key,
  'an API key by GraphQL': byGraphql.body.data.createApiKey.key,
  'a token of an API key': issued.body.access_token,
  'a new password': changed,
  'the secret of a second factor': factor.secret,
  'a recovery code': factor.recoveryCodes[1],
  'a recovery code as it is compared': factor.recoveryCodes[1]?.replaceAll('-', ''),
  'a private key': 'PRIVATE KEY',
  'the signing key': (await app.auth.keys.current()).privateKey.split('\n')[1],
});

describe('a secret', () => {
  it.each(Object.keys(secrets))('stands nowhere in the database: %s', async (name) => {
    const stored = await dump();
    expect(stored).toContain(apiKey.id);
    expect(stored).not.toContain(secrets[name]);
  });

  it.each(Object.keys(secrets))('stands nowhere in the log: %s', (name) => {
    expect(logged.length).toBeGreaterThan(10);
    expect(JSON.stringify(logged)).not.toContain(secrets[name]);
  });
});

describe('the history of a question', () => {
  it('names who changed it', async () => {
    const { body: me } = await rest('GET', '/auth/me', undefined, asAdmin);
    const { body: question } = await rest('POST', '/questions', makeQuestion());
    const path = `/questions/${question.id}`;
    await rest('PATCH', path, { difficulty: 2 }, asAdmin);
    await rest('PATCH', path, { difficulty: 0 }, bearer(apiKey.key));
    await rest('PATCH', path, { difficulty: 1 }, bearer(issued.body.access_token));
    const { body } = await rest('GET', `${path}/history`);
    const byVersion = [...body.data].sort((a: Json, b: Json) => a.version - b.version);
    expect(byVersion.map(({ changed_by }: Json) => changed_by)).toEqual([
      'anonymous',
      `account:${me.account.id}`,
      `key:${apiKey.id}`,
      `key:${apiKey.id}`,
    ]);
  });
});

it('keeps a password as argon2id with 19 MiB and two iterations, as OWASP recommends', async () => {
  // With a query, the file is not the one that tests make cheap (vitest.config.ts).
  const unchanged = '../../src/auth/passwords.ts?unchanged';
  const { hashPassword } = await import(/* @vite-ignore */ unchanged);
  expect(await hashPassword(password)).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
});
