import { describe, expect, it } from 'vitest';
import { admin, bearer, logIn, makeAccount, password } from '../support/accounts.ts';
import { type Answer, createTestApp, type TestApp } from '../support/app.ts';

/** Logins are also counted by address, so each test has its own service. */
const start = (env = {}) => createTestApp({ env: { RATE_LIMIT: 'off', ...env } });

const wrong = 'a password, but the wrong one';
const tryOut = ({ rest }: TestApp, email: string, word = wrong) =>
  rest('POST', '/auth/login', { email, password: word });

const reported = ({ status, headers, body }: Answer) => {
  const { request_id, ...problem } = body;
  const named = [...headers].map(([name, value]) => [name.toLowerCase(), value]);
  const { 'x-request-id': _, ...others } = Object.fromEntries(named);
  return { status, problem, headers: others };
};

const statusesOf = (answers: Answer[]) => {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
};

describe('a login that fails', () => {
  it('says the same whether the account is unknown, disabled or has another password', async () => {
    const service = await start();
    const token = (await logIn(service)).access_token;
    const disabled = await makeAccount(service, token);
    const path = `/auth/accounts/${disabled.id}`;
    await service.rest('PATCH', path, { disabled: true }, bearer(token));
    const answers = [
      await tryOut(service, 'nobody@example.org'),
      await tryOut(service, admin.email),
      await tryOut(service, disabled.email),
      await tryOut(service, disabled.email, disabled.password),
    ];
    const [first, ...others] = answers.map(reported);
    expect(first).toMatchObject({ status: 401, problem: { code: 'UNAUTHENTICATED' } });
    expect(first?.headers['www-authenticate']).toBe('Bearer realm="quaestor"');
    for (const other of others) expect(other).toEqual(first);
    const mutation = `mutation ($input: LoginInput!) { login(input: $input) { accessToken } }`;
    const byGraphql = await service.graphql(mutation, {
      input: { email: 'nobody@example.org', password: wrong },
    });
    expect([byGraphql.status, byGraphql.body.errors[0].message]).toEqual([
      401,
      first?.problem.detail,
    ]);
  });

  it.each(['', '\u0000', 'a\u0000b@example.org', '\ud800', "' OR 1=1 --", 'x'.repeat(1000)])(
    'is no surprise with the address %j',
    async (email) => {
      const service = await start();
      const { status } = await tryOut(service, email);
      expect(status).toBe(401);
      expect((await tryOut(service, admin.email, 'a\u0000b')).status).toBe(401);
      expect(service.logged.filter(({ level }) => level === 'error')).toEqual([]);
    },
  );

  it('needs words', async () => {
    const service = await start();
    for (const body of [{}, { email: 1, password: [] }, { email: {}, password: { $ne: '' } }]) {
      expect((await service.rest('POST', '/auth/login', body)).status).toBe(422);
    }
  });
});

describe('guessing passwords', () => {
  it('ends after 5 failures for one account, even with the right one', async () => {
    const service = await start();
    for (let index = 0; index < 5; index += 1) {
      expect((await tryOut(service, admin.email)).status).toBe(401);
    }
    const refused = await tryOut(service, ' ADMIN@localhost ', admin.password);
    expect([refused.status, refused.body.code]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.body.violated_policies).toEqual(['login']);
    const wait = Number(refused.headers.get('retry-after'));
    expect(wait).toBeGreaterThanOrEqual(1);
    expect(wait).toBeLessThanOrEqual(60);
    const mutation = `mutation ($input: LoginInput!) { login(input: $input) { accessToken } }`;
    const byGraphql = await service.graphql(mutation, { input: admin });
    const [error] = byGraphql.body.errors;
    expect([byGraphql.status, error.extensions.code]).toEqual([429, 'RATE_LIMITED']);
    expect(error.extensions.violated_policies).toEqual(['login']);
    expect(byGraphql.headers.get('retry-after')).toBeTruthy();
  });

  it('is no faster in parallel, nor by aliases in one document', async () => {
    const service = await start();
    const many = Array.from({ length: 15 }, () => tryOut(service, admin.email));
    expect(statusesOf(await Promise.all(many))).toEqual({ 401: 5, 429: 10 });
    const other = await start();
    const aliases = Array.from(
      { length: 10 },
      (_, index) =>
        `a${index}: login(input: { email: "admin@localhost", password: "${wrong}" }) { scope }`,
    );
    const { body } = await other.graphql(`mutation { ${aliases.join(' ')} }`);
    const codes = body.errors.map(
      ({ extensions }: { extensions: { code: string } }) => extensions.code,
    );
    expect(codes.filter((code: string) => code === 'UNAUTHENTICATED')).toHaveLength(5);
    expect(codes.filter((code: string) => code === 'RATE_LIMITED')).toHaveLength(5);
  });

  it('ends after 20 failures from one address, whatever the account', async () => {
    const service = await start();
    const many = Array.from({ length: 24 }, (_, index) =>
      tryOut(service, `person-${index}@example.org`),
    );
    expect(statusesOf(await Promise.all(many))).toEqual({ 401: 20, 429: 4 });
    expect((await tryOut(service, admin.email, admin.password)).status).toBe(429);
  });

  it('is forgiven by a login that succeeds', async () => {
    const service = await start();
    for (let round = 0; round < 3; round += 1) {
      for (let index = 0; index < 4; index += 1) {
        expect((await tryOut(service, admin.email)).status).toBe(401);
      }
      expect((await tryOut(service, admin.email, admin.password)).status).toBe(200);
    }
  });

  it('is limited at the change of a password too', async () => {
    const service = await start();
    const { access_token } = await logIn(service);
    const change = (current: string) =>
      service.rest('POST', '/auth/password', { current, new: password }, bearer(access_token));
    const answers: number[] = [];
    for (let index = 0; index < 6; index += 1) answers.push((await change(wrong)).status);
    expect(answers).toEqual([422, 422, 422, 422, 422, 429]);
    expect((await change(admin.password)).status).toBe(429);
  });
});

it('is in the log with its outcome and the id of the account, without a password', async () => {
  const service = await start({ LOGIN_FAILURES: '2' });
  const { access_token } = await logIn(service);
  const me = await service.rest('GET', '/auth/me', undefined, bearer(access_token));
  for (let n = 0; n < 3; n += 1) await tryOut(service, admin.email);
  await tryOut(service, 'nobody@example.org');
  const attempts = service.logged.filter(({ msg }) => /^Login /.test(String(msg)));
  const account = me.body.account.id;
  expect(attempts.map(({ msg, account }) => [msg, account])).toEqual([
    ['Login succeeded', account],
    ['Login failed', account],
    ['Login failed', account],
    ['Login limited', undefined],
    ['Login failed', undefined],
  ]);
  expect(attempts[0]).toMatchObject({
    request_id: expect.any(String),
    address: expect.any(String),
  });
  await service.rest('POST', '/auth/login', `{"email":"a@example.org","password":"${wrong}"`);
  const { length } = service.logged;
  const lines = JSON.stringify(service.logged);
  expect(length).toBeGreaterThan(0);
  for (const word of [wrong, admin.password]) expect(lines).not.toContain(word);
});
