import { beforeAll, describe, expect, it } from 'vitest';
import { bearer } from '../support/accounts.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { headerOf } from '../support/forged-token.ts';
import { makeQuestion } from '../support/questions.ts';
import { setUpFactor } from '../support/second-factor.ts';
import { createLocalServices, type Service } from '../support/service.ts';

const { makeDataDir, start, run } = createLocalServices();
const ADMIN_PASSWORD = 'given by the settings';
const settings = { ANONYMOUS_SCOPES: '' };

const logIn = ({ rest }: Service, email: string, password: string) =>
  rest('POST', '/auth/login', { email, password });

describe('the first start', () => {
  it('makes up a password, tells it once and not in the log', async () => {
    const DATA_DIR = await makeDataDir();
    const first = await start({ DATA_DIR, ADMIN_EMAIL: 'Bo\u0301ss@Example.org' });
    const [, email = '', password = ''] =
      /e-mail +(\S+)\n +password +(\S+)\n/.exec(first.stderr()) ?? [];
    expect([email, password.length]).toEqual(['bóss@example.org', 20]);
    const { body } = await logIn(first, email, password);
    expect(body.scope).toContain('admin');
    expect(first.stderr()).toContain('expires in 24 hours');
    const me = await first.rest('GET', '/auth/me', undefined, bearer(body.access_token));
    const hours = (Date.parse(me.body.password_expires_at) - Date.now()) / 3_600_000;
    expect([hours > 23, hours <= 24]).toEqual([true, true]);
    await first.end();
    expect(first.stdout()).toContain('Admin account created');
    expect(first.stdout()).not.toContain(password);

    const second = await start({ DATA_DIR, ADMIN_PASSWORD });
    expect(second.stdout() + second.stderr()).not.toMatch(/password|Admin account created/);
    expect((await logIn(second, email, ADMIN_PASSWORD)).status).toBe(401);
    expect((await logIn(second, email, password)).status).toBe(200);
    await second.end();
  });

  it.each([
    ['ADMIN_PASSWORD', 'short'],
    ['ADMIN_PASSWORD', '🔒🔑🗝🔐🔓🔏'],
    ['ADMIN_EMAIL', `${'a'.repeat(250)}@example.org`],
    ['ADMIN_EMAIL', 'nobody'],
    ['ANONYMOUS_SCOPES', 'everything'],
    ['DATA_KEY', 'short'],
  ])('does not happen with a %s that cannot be used', async (name, value) => {
    const { code, stderr } = await run(['serve'], {
      DATA_DIR: await makeDataDir({ state: 'empty' }),
      [name]: value,
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`${name}: `)]);
    if (name !== 'ANONYMOUS_SCOPES' && name !== 'ADMIN_EMAIL') expect(stderr).not.toContain(value);
  });

  it.each([
    ['Password-1234', 'too common'],
    ['hakunamatata', 'known from a breach'],
  ])('does not happen with a password that is tried first: %s', async (word, reason) => {
    const { code, stderr } = await run(['serve'], {
      DATABASE_URL: await createEmptyDatabase(),
      ADMIN_PASSWORD: word,
    });
    expect([code, stderr]).toEqual([2, expect.stringContaining(`ADMIN_PASSWORD: ${reason}`)]);
  });
});

describe('beside a running service', () => {
  let service: Service;
  /** The environment of the service, so that tokens have the same issuer. */
  let env: Record<string, string>;
  const command = (args: string[], input?: string) =>
    run(args, env, input === undefined ? {} : { input });
  const account = (args: string[], input?: string) => command(['account', ...args], input);

  beforeAll(async () => {
    const database = {
      DATABASE_URL: await createEmptyDatabase(),
      DATA_KEY: 'a key of at least 16 characters',
    };
    service = await start({ ...settings, ...database, ADMIN_PASSWORD });
    env = { ...settings, ...database, PORT: new URL(service.url).port };
  });

  it('the password of the settings is not told, does not expire, and works', async () => {
    expect(service.stdout() + service.stderr()).not.toContain(ADMIN_PASSWORD);
    const { status, body } = await logIn(service, 'admin@localhost', ADMIN_PASSWORD);
    expect(status).toBe(200);
    const me = await service.rest('GET', '/auth/me', undefined, bearer(body.access_token));
    expect(me.body.password_expires_at).toBeNull();
  });

  it('token prints one that works and does no more than it says', async () => {
    const { code, stdout } = await command(['token', '--scopes', 'questions:write']);
    expect(code).toBe(0);
    const token = stdout.trim();
    expect(token).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+$/);
    const added = await service.rest('POST', '/questions', makeQuestion(), bearer(token));
    expect(added.status).toBe(201);
    expect((await service.rest('GET', '/questions', undefined, bearer(token))).status).toBe(403);
    const json = await command(['token', '--json']);
    expect(JSON.parse(json.stdout)).toMatchObject({ token_type: 'Bearer', expires_in: 900 });
  });

  it('token refuses scopes and accounts with a sentence', async () => {
    const scope = await command(['token', '--scopes', 'everything']);
    expect(scope).toMatchObject({ code: 1, stdout: '' });
    expect(scope.stderr).toContain(
      'Invalid scope "everything"; an account with the role admin may have questions:read',
    );
    const refused = await command(['token', '--account', 'nobody@example.org']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('There is no account nobody@example.org.');
  });

  it('token leaves a key of its own name alone that somebody made', async () => {
    const { stdout } = await command(['token']);
    const key = { name: 'command line', scopes: ['questions:read'] };
    await account(['add', 'maker@example.org', '--role', 'editor'], 'a password long enough\n');
    const login = await logIn(service, 'maker@example.org', 'a password long enough');
    const editorToken = bearer(login.body.access_token);
    const { body: small } = await service.rest('POST', '/auth/keys', key, editorToken);
    const token = await command(['token', '--account', 'maker@example.org']);
    const me = async (word: string) =>
      (await service.rest('GET', '/auth/me', undefined, bearer(word))).body.scopes;
    expect(await me(small.key)).toEqual(['questions:read']);
    expect(await me(token.stdout.trim())).toContain('questions:write');
    expect(await me(stdout.trim())).toContain('admin');
  });

  it('account adds, lists, changes and deletes', async () => {
    const email = 'jane@example.org';
    const password = 'a password with spaces ';
    const added = await account(
      ['add', 'Jane@Example.org', '--role', 'editor', '--json'],
      `${password}\n`,
    );
    expect(added.code).toBe(0);
    expect(JSON.parse(added.stdout)).toMatchObject({ email, role: 'editor', disabled: false });
    expect((await logIn(service, email, password)).status).toBe(200);

    const { stdout } = await account(['list']);
    expect(stdout).toMatch(/admin +admin@localhost\n/);
    expect(stdout).toMatch(/editor +jane@example\.org\n/);
    expect(stdout).not.toMatch(/argon2|hash/);

    expect((await account(['role', email, 'viewer'])).code).toBe(0);
    expect((await logIn(service, email, password)).body.scope).not.toContain('write');

    const next = 'quite another password';
    expect((await account(['password', email], `${next}\n`)).code).toBe(0);
    expect((await logIn(service, email, password)).status).toBe(401);
    expect((await logIn(service, email, next)).status).toBe(200);

    expect((await account(['quota', email, '7'])).stdout).toContain(
      `${email}  (7 points a minute)`,
    );
    const unset = await account(['quota', email, 'default', '--json']);
    expect(JSON.parse(unset.stdout)).toMatchObject({ email, quota: null });

    const { body: tokens } = await logIn(service, email, next);
    await setUpFactor(service, bearer(tokens.access_token), next);
    expect((await account(['list'])).stdout).toContain(`${email}  (second factor)`);
    expect((await logIn(service, email, next)).body.code).toBe('SECOND_FACTOR_REQUIRED');
    const reset = await account(['reset-second-factor', email, '--json']);
    expect(JSON.parse(reset.stdout)).toMatchObject({ email, second_factor_at: null });
    expect((await logIn(service, email, next)).status).toBe(200);

    expect((await account(['disable', email])).stdout).toContain('(disabled)');
    expect((await logIn(service, email, next)).status).toBe(401);
    expect((await command(['token', '--account', email])).stderr).toContain('is disabled');
    expect((await account(['enable', email])).code).toBe(0);
    expect((await logIn(service, email, next)).status).toBe(200);

    expect(await account(['delete', email])).toMatchObject({
      code: 0,
      stdout: `Deleted ${email}.\n`,
    });
    expect((await logIn(service, email, next)).status).toBe(401);
  });

  it.each([
    [['add', 'short@example.org'], 'short\n', /12 to 128 characters/],
    [['add', 'empty@example.org'], '', /12 to 128 characters/],
    [['add', 'known@example.org'], 'hakunamatata\n', /Known from a breach: .* Choose several/],
    [['password', 'admin@localhost'], 'hakunamatata\n', /Known from a breach: .* Choose several/],
    [['add', 'admin@localhost'], 'a password long enough\n', /[Aa]lready used by another account/],
    [['add', 'no address'], 'a password long enough\n', /e-mail address/],
    [['delete', 'nobody@example.org'], '', /There is no account nobody@example\.org/],
    [['delete', 'admin@localhost'], '', /last admin/],
    [['role', 'admin@localhost', 'viewer'], '', /last admin/],
    [['quota', 'admin@localhost', '0'], '', /quota/],
    [['quota', 'admin@localhost', 'many'], '', /quota/],
    [['disable', 'admin@localhost'], '', /last admin/],
    [['reset-second-factor', 'admin@localhost'], '', /has no second factor/],
  ])('account %s says what is wrong', async (args, input, sentence) => {
    const { code, stdout, stderr } = await account(args, input);
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(sentence);
    expect(stderr).not.toMatch(/\n {4}at /);
  });

  it('api-key creates, lists and revokes', async () => {
    const created = await command(['api-key', 'create', 'nightly', '--scopes', 'questions:read']);
    const key = created.stdout.trim();
    const read = () => service.rest('GET', '/questions', undefined, bearer(key));
    expect((await read()).status).toBe(200);
    const listed = JSON.parse((await command(['api-key', 'list', '--json'])).stdout);
    const { id } = listed.find(({ name }: { name: string }) => name === 'nightly');
    expect((await command(['api-key', 'list'])).stdout).toContain(`${id}  nightly  questions:read`);
    expect((await command(['api-key', 'revoke', id])).stdout).toBe(`Revoked ${id}.\n`);
    expect((await read()).status).toBe(401);
    expect(await command(['api-key', 'revoke', id])).toMatchObject({ code: 1, stdout: '' });
    const past = ['api-key', 'create', 'late', '--expires', '2020-01-01T00:00:00Z'];
    expect((await command(past)).stderr).toBe('--expires must be in the future.\n');
  });

  it('signing-keys rotate logs nobody out', async () => {
    const before = (await command(['token'])).stdout.trim();
    const rotated = await command(['signing-keys', 'rotate', '--json']);
    const { kid } = JSON.parse(rotated.stdout);
    const after = (await command(['token'])).stdout.trim();
    expect([headerOf(after).kid, headerOf(before).kid === kid]).toEqual([kid, false]);
    for (const token of [before, after]) {
      expect((await service.rest('GET', '/auth/me', undefined, bearer(token))).status).toBe(200);
    }
    const former = await command(['keys', 'list']);
    expect(former.stdout).toContain(`${kid}  current`);
    expect(former.stderr).toContain('`keys` is now `signing-keys`');
    const foreign = { ...env, DATA_KEY: 'a key this database has never seen' };
    const refused = await run(['signing-keys', 'rotate'], foreign);
    expect([refused.code, refused.stdout]).toEqual([1, '']);
    expect(refused.stderr).toContain(
      'DATA_KEY does not match the key that encrypted this database.',
    );
  });
});
