import { describe, expect, it } from 'vitest';
import { admin, bearer, logIn, makeAccount, password } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';

const service = await createTestApp({ env: { ANONYMOUS_SCOPES: '' } });
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
