import { readFile } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { isBreached } from '../../src/auth/breached-passwords.ts';
import { packageFile } from '../../src/package-file.ts';
import { admin, bearer, logIn, makeAccount, password } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { sha1, startRangeServer } from '../support/range-server.ts';

const ranges = await startRangeServer();
const service = await createTestApp({
  env: { ANONYMOUS_SCOPES: '', BREACHED_PASSWORDS_URL: `${ranges.url}/` },
});
const { rest, graphql } = service;
const { access_token: adminToken } = await logIn(service);
const asAdmin = bearer(adminToken);

let made = 0;
const newAccount = (more: object = {}) => {
  made += 1;
  return { email: `person-${made}@example.org`, password, role: 'viewer', ...more };
};
const add = (more: object) => rest('POST', '/auth/accounts', newAccount(more), asAdmin);
const faultsOf = ({ body }: { body: Json }) =>
  (body.errors ?? []).map(({ pointer, code }: Json) => `${pointer} ${code}`);

/** Fields a client might try to set besides those it may set. */
const forbidden = [
  'id',
  'accountId',
  'account_id',
  'owner',
  'scopes',
  'is_admin',
  'password_hash',
  'passwordHash',
  'disabled_at',
  'created_at',
  'hash',
  'key',
  'session_id',
  'revoked_at',
  'constructor',
];

describe('fields that nobody may set', () => {
  it.each(forbidden)('%s is refused by name', async (field) => {
    const account = await makeAccount(service, adminToken);
    const extra = { [field]: 'x' };
    const unknown = [`/${field} unknown_field`];
    const key = { name: 'a key', scopes: ['questions:read'] };
    const tried = [
      await add(extra),
      await rest('PATCH', `/auth/accounts/${account.id}`, { role: 'viewer', ...extra }, asAdmin),
      await rest('POST', '/auth/login', { ...admin, ...extra }),
      await rest('POST', '/auth/password', { current: 'x', new: password, ...extra }, asAdmin),
      ...(field === 'scopes'
        ? []
        : [await rest('POST', '/auth/keys', { ...key, ...extra }, asAdmin)]),
    ];
    for (const answer of tried) {
      expect([answer.status, faultsOf(answer)]).toEqual([422, unknown]);
    }
  });

  it('are refused over GraphQL too', async () => {
    const mutation = 'mutation ($input: NewAccountInput!) { createAccount(input: $input) { id } }';
    const input = { ...newAccount(), role: 'VIEWER', passwordHash: 'x' };
    const [error] = (await graphql(mutation, { input }, asAdmin)).body.errors;
    expect(error.extensions.code).toBe('BAD_USER_INPUT');
    expect(JSON.stringify(error)).toContain('passwordHash');
  });

  it('let nobody raise their own role', async () => {
    const account = await makeAccount(service, adminToken, 'editor');
    const { access_token } = await logIn(service, account);
    const raised = await rest(
      'PATCH',
      `/auth/accounts/${account.id}`,
      { role: 'admin' },
      bearer(access_token),
    );
    expect(raised.status).toBe(403);
  });
});

describe('an account', () => {
  it('is added and shown without its password', async () => {
    const account = newAccount({ role: 'editor' });
    const { status, headers, body } = await rest('POST', '/auth/accounts', account, asAdmin);
    expect([status, headers.get('location')]).toEqual([201, `/auth/accounts/${body.id}`]);
    const { email, role } = account;
    expect(body).toEqual({
      id: expect.any(String),
      email,
      role,
      disabled: false,
      quota: null,
      second_factor_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    });
    expect((await logIn(service, account)).scope).toContain('questions:write');
  });

  it('is known by its address in any case, and there once only', async () => {
    const { body } = await add({ email: '  Jane.DOE@Example.ORG ' });
    expect(body.email).toBe('jane.doe@example.org');
    await logIn(service, { email: 'JANE.doe@example.org', password });
    const again = await add({ email: 'jane.doe@EXAMPLE.org' });
    expect([again.status, faultsOf(again)]).toEqual([409, ['/email taken']]);
    const email = 'race@example.org';
    const racing = await Promise.all(Array.from({ length: 5 }, () => add({ email })));
    expect(racing.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
  });

  it.each([
    [{ password: 'x'.repeat(11) }, '/password too_short'],
    [{ password: 'x'.repeat(129) }, '/password too_long'],
    [{ password: '🐎'.repeat(11) }, '/password too_short'],
    [{ password: 123456789012 }, '/password type'],
    [{ email: 'nobody' }, '/email invalid'],
    [{ email: 'a b@example.org' }, '/email invalid'],
    [{ role: 'owner' }, '/role'],
    [{ role: 'ADMIN' }, '/role'],
    [{ role: null }, '/role'],
  ])('keeps the rules: %j', async (more, fault) => {
    const answer = await add(more);
    expect(answer.status).toBe(422);
    expect(faultsOf(answer)).toEqual([expect.stringContaining(fault.split(' ')[0] ?? '')]);
    if (/too_/.test(fault)) expect(faultsOf(answer)).toEqual([fault]);
    expect(JSON.stringify(answer.body)).not.toContain('xxxxxxxxxxx');
  });

  it.each(['Brückenkäfer', 'brass lantern '.repeat(9), '🐎'.repeat(12), ' a walk at dusk '])(
    'takes the password %.13s as it is',
    async (word) => {
      const { status, body } = await add({ password: word });
      expect(status).toBe(201);
      await logIn(service, { email: body.email, password: word });
    },
  );

  it.each([
    'administrator',
    'Password-2024!',
    'P@$$word1234',
    'dragon.monkey',
    '123456789012',
    'abc1abc1abc1',
    'Quaestor2026',
    'frequent.name1',
  ])('refuses the password %s, which is tried first', async (word) => {
    const email = 'frequent.name@example.org';
    const refused = await add({ email, password: word });
    expect([refused.status, faultsOf(refused)]).toEqual([422, ['/password too_common']]);
  });

  it('refuses a common password at each change of it', async () => {
    const account = await makeAccount(service, adminToken);
    const { access_token } = await logIn(service, account);
    const common = 'letmein12345';
    const path = `/auth/accounts/${account.id}`;
    const set = await rest('PATCH', path, { password: common }, asAdmin);
    expect([set.status, faultsOf(set)]).toEqual([422, ['/password too_common']]);
    const change = { current: account.password, new: common };
    const changed = await rest('POST', '/auth/password', change, bearer(access_token));
    expect([changed.status, faultsOf(changed)]).toEqual([422, ['/new too_common']]);
    await logIn(service, account);
  });

  it('that is the last admin stays so, whatever happens at once', async () => {
    const { body: me } = await rest('GET', '/auth/me', undefined, asAdmin);
    const path = `/auth/accounts/${me.account.id}`;
    expect((await rest('PATCH', path, { role: 'editor' }, asAdmin)).status).toBe(409);
    expect((await rest('PATCH', path, { disabled: true }, asAdmin)).status).toBe(409);
    expect((await rest('DELETE', path, undefined, asAdmin)).status).toBe(409);
    const second = await makeAccount(service, adminToken, 'admin');
    const both = [me.account.id, second.id].map((id) =>
      rest('PATCH', `/auth/accounts/${id}`, { role: 'viewer' }, asAdmin),
    );
    const answers = await Promise.all(both);
    // Either order leaves an admin: a demoted caller is rejected, and the last admin cannot be demoted.
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
    const left = await service.app.database.prisma.account.findMany({ where: { role: 'admin' } });
    expect(left.length).toBeGreaterThanOrEqual(1);
    await service.app.database.prisma.account.update({
      where: { id: me.account.id },
      data: { role: 'admin' },
    });
  });
});

describe('a password that is known from a breach', () => {
  const published = 'no list of ours has this one';
  const warnings = () =>
    service.logged.filter(({ msg }) => /BREACHED_PASSWORDS_URL gave no answer/.test(msg));

  afterEach(() => {
    ranges.fault = undefined;
    ranges.known.clear();
  });

  it.each(['hakunamatata', 'HakunaMatata', 'heartbreaker'])(
    'is refused by the bundled list, with what to do: %s',
    async (word) => {
      const asked = ranges.requests.length;
      const { status, body } = await add({ password: word });
      expect([status, body.errors]).toEqual([
        422,
        [
          {
            pointer: '/password',
            code: 'breached',
            detail: expect.stringContaining('Choose several unrelated words'),
          },
        ],
      ]);
      expect(ranges.requests.length).toBe(asked);
    },
  );

  it('is one of 69,000 in that list that are long enough to be set, in order', async () => {
    const list = await readFile(packageFile('src/auth/breached-passwords.bin'));
    const entries = Array.from({ length: list.length / 5 }, (_, n) => list.readUIntBE(n * 5, 5));
    expect(entries.length).toBeGreaterThan(69_000);
    expect(entries.every((entry, n) => n === 0 || entry > (entries[n - 1] ?? 0))).toBe(true);
  });

  it('is refused at each change of it, over both interfaces, and no more of it is told than 5 digits', async () => {
    ranges.known.set(published, 3);
    const account = await makeAccount(service, adminToken);
    const { access_token } = await logIn(service, account);
    const path = `/auth/accounts/${account.id}`;
    const change = { current: account.password, new: published };
    const answers = [
      await add({ password: published }),
      await rest('PATCH', path, { password: published }, asAdmin),
      await rest('POST', '/auth/password', change, bearer(access_token)),
    ];
    expect(answers.flatMap(faultsOf)).toEqual([
      '/password breached',
      '/password breached',
      '/new breached',
    ]);
    const mutation = 'mutation ($input: NewAccountInput!) { createAccount(input: $input) { id } }';
    const input = { ...newAccount({ password: published }), role: 'VIEWER' };
    const { body } = await graphql(mutation, { input }, asAdmin);
    expect(body.errors[0].extensions.errors[0].code).toBe('breached');
    await logIn(service, account);

    const { path: asked, headers } = ranges.requests.at(-1) ?? {};
    expect(asked).toBe(`/range/${sha1(published).slice(0, 5)}`);
    expect(headers?.['add-padding']).toBe('true');
    expect(JSON.stringify([ranges.requests, service.logged])).not.toContain(
      sha1(published).slice(5),
    );
  });

  it('is not meant by padding, which has the count 0', async () => {
    ranges.known.set(published, 0);
    expect((await add({ password: published })).status).toBe(201);
  });

  it.each<[string, (response: ServerResponse) => void]>([
    ['an error', (response) => response.writeHead(503).end()],
    ['a redirect', (response) => response.writeHead(302, { location: ranges.url }).end()],
    ['no answer', (response) => response.destroy()],
    ['a page', (response) => response.end('<!doctype html>')],
    ['nothing', (response) => response.end()],
    ['a line of the wrong length', (response) => response.end(`${'A'.repeat(34)}:1\r\n`)],
    ['more than 1 MB', (response) => response.end(`${'A'.repeat(35)}:1\r\n`.repeat(40_000))],
  ])(
    'is judged by the bundled list alone, and it is logged, where the other gives %s',
    async (_, fault) => {
      ranges.fault = fault;
      const before = warnings().length;
      expect((await add({ password: published })).status).toBe(201);
      expect(faultsOf(await add({ password: 'jonasbrothers' }))).toEqual(['/password breached']);
      expect(warnings().length).toBe(before + 1);
      expect(JSON.stringify(warnings())).not.toContain(published);
    },
  );

  it('is not waited for longer than the deadline, whether the answer or its end is late', async () => {
    const reasons: unknown[] = [];
    const log = { warn: ({ reason }: Json) => void reasons.push(reason) } as never;
    const look = () => isBreached(published, { url: ranges.url, log, timeoutMs: 50 });
    ranges.fault = () => {};
    expect(await look()).toBe(false);
    ranges.fault = (response) => void response.write(`${'A'.repeat(35)}:1\r\n`);
    expect(await look()).toBe(false);
    expect(reasons).toEqual([
      expect.stringContaining('timeout'),
      expect.stringContaining('timeout'),
    ]);
  });

  it('is looked up nowhere unless a place is set', async () => {
    ranges.known.set(published, 3);
    const asked = ranges.requests.length;
    expect(await isBreached(published, { log: { warn: () => {} } as never })).toBe(false);
    expect(ranges.requests.length).toBe(asked);
  });
});

describe('a password that the service made up', () => {
  const makeWithExpiry = async (seconds: number) => {
    const account = await makeAccount(service, adminToken);
    const passwordExpiresAt = new Date(Date.now() + seconds * 1000);
    await service.app.database.prisma.account.update({
      where: { id: account.id },
      data: { passwordExpiresAt },
    });
    return { account, expiresAt: passwordExpiresAt.toISOString() };
  };
  const tryLogin = ({ email }: { email: string }, word: string) =>
    rest('POST', '/auth/login', { email, password: word });
  const expiryOf = async (token: string) =>
    (await rest('GET', '/auth/me', undefined, bearer(token))).body.password_expires_at;

  it('stops to work after its time, and who knows it is told the command that sets another', async () => {
    const { account } = await makeWithExpiry(-1);
    const { status, headers, body } = await tryLogin(account, account.password);
    expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="quaestor"']);
    expect(body.detail).toBe(
      `This password was made up by the service and has expired. Set one of your own where it runs: quaestor account password ${account.email}`,
    );
    const wrong = await tryLogin(account, 'some other password');
    expect(wrong.body.detail).toBe('The e-mail address or the password is wrong.');
    const mutation = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }';
    const input = { email: account.email, password: account.password };
    const [error] = (await graphql(mutation, { input })).body.errors;
    expect([error.extensions.code, error.message]).toEqual(['UNAUTHENTICATED', body.detail]);
    const set = { password: 'one of their own' };
    await rest('PATCH', `/auth/accounts/${account.id}`, set, asAdmin);
    expect(await expiryOf((await logIn(service, { ...account, ...set })).access_token)).toBeNull();
  });

  it('tells when it ends at /auth/me, until it is changed, which an ended one can be in its session', async () => {
    const { account, expiresAt } = await makeWithExpiry(3600);
    const { access_token } = await logIn(service, account);
    expect(await expiryOf(access_token)).toBe(expiresAt);
    await service.app.database.prisma.account.update({
      where: { id: account.id },
      data: { passwordExpiresAt: new Date(0) },
    });
    const change = { current: account.password, new: 'one of their own' };
    const changed = await rest('POST', '/auth/password', change, bearer(access_token));
    expect([changed.status, await expiryOf(access_token)]).toEqual([204, null]);
    await logIn(service, { ...account, password: change.new });
  });
});

describe('the log', () => {
  it('has each refusal with its time in UTC, its request, path and status', async () => {
    const viewer = await logIn(service, await makeAccount(service, adminToken));
    const ask = async (name: string, headers: Record<string, string>) =>
      (await rest('GET', '/auth/accounts', undefined, { ...headers, 'x-request-id': name })).status;
    expect(await ask('refused-1', {})).toBe(401);
    expect(await ask('refused-2', bearer('nonsense'))).toBe(401);
    expect(await ask('refused-3', bearer(viewer.access_token))).toBe(403);
    const lines = service.logged.filter(({ request_id }) => /^refused-/.test(request_id));
    expect(lines.map(({ request_id, status }) => [request_id, status])).toEqual([
      ['refused-1', 401],
      ['refused-2', 401],
      ['refused-3', 403],
    ]);
    for (const line of lines) {
      expect(line).toMatchObject({ level: 'info', method: 'GET', path: '/auth/accounts' });
      expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z$/);
    }
  });
});

describe('the list of accounts', () => {
  it('is paged, complete and without a secret', async () => {
    for (let index = 0; index < 3; index += 1) await makeAccount(service, adminToken);
    const seen: string[] = [];
    let next = '/auth/accounts?limit=2';
    while (next) {
      const { status, body, headers } = await rest('GET', next, undefined, asAdmin);
      expect([status, body.data.length <= 2]).toEqual([200, true]);
      expect(JSON.stringify(body)).not.toMatch(/password|argon2|hash/);
      seen.push(...body.data.map(({ email }: Json) => email));
      next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? '';
    }
    const total = await service.app.database.prisma.account.count();
    expect([new Set(seen).size, seen.length, seen[0]]).toEqual([total, total, admin.email]);
    expect((await rest('GET', '/auth/accounts?limit=0', undefined, asAdmin)).status).toBe(400);
    expect((await rest('GET', '/auth/accounts?role=admin', undefined, asAdmin)).status).toBe(400);
  });
});
