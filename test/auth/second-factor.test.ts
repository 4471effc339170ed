import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { makeTotpSecret, matchStep, totpCode } from '../../src/auth/totp.ts';
import { restoreSecrets } from '../../src/db/backup/restore-secrets.ts';
import { bearer, logIn, makeAccount, password } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { createTestDatabase } from '../support/database.ts';
import { codeAt, setUpFactor, startFactor } from '../support/second-factor.ts';

const { clock, advance } = createClock();
const env = {
  DATABASE_URL: await createTestDatabase(),
  ANONYMOUS_SCOPES: '',
  ACCESS_TOKEN_TTL: '1d',
  // Many here fail, all from one address; how many may is a test of its own.
  LOGIN_FAILURES: '1000',
};
const one = await createTestApp({ clock, env });
const other = await createTestApp({ clock, env });
const { rest, graphql } = one;
const { pool } = one.app.database;
const admin = await logIn(one);
const asAdmin = bearer(admin.access_token);

/** An account, logged in, without a second factor. */
async function makeOwner(role = 'viewer') {
  const account = await makeAccount(one, admin.access_token, role);
  return { ...account, headers: bearer((await logIn(one, account)).access_token) };
}

/** The same with one; its next code is another than the one that confirmed it. */
async function makeGuarded() {
  const owner = await makeOwner();
  const factor = await setUpFactor(one, owner.headers);
  advance(30);
  return { ...owner, ...factor };
}

const enter = (email: string, code?: unknown, service = one, word = password) =>
  service.rest('POST', '/auth/login', { email, password: word, code });

const failuresOf = async (id: string) =>
  (await pool.query('SELECT failures FROM second_factors WHERE account_id = $1', [id])).rows[0];

describe('a code', () => {
  // Appendix B of RFC 6238, for SHA-1.
  it.each([
    [59, '94287082'],
    [1111111109, '07081804'],
    [1111111111, '14050471'],
    [1234567890, '89005924'],
    [2000000000, '69279037'],
    [20000000000, '65353130'],
  ])('is at %i what RFC 6238 says', (seconds, code) => {
    const secret = Buffer.from('12345678901234567890');
    expect(totpCode(secret, Math.floor(seconds / 30), 8)).toBe(code);
    expect(totpCode(secret, Math.floor(seconds / 30))).toBe(code.slice(2));
  });

  it('lives for its 30 seconds, and for a step before and after', () => {
    const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
    const shown = new Date('2026-01-31T12:00:00Z');
    const code = codeAt(secret, shown);
    const isAccepted = (seconds: number) =>
      matchStep(secret, code, new Date(shown.getTime() + seconds * 1000)) !== undefined;
    expect([-31, -30, 0, 29, 30, 59, 60].map(isAccepted)).toEqual([
      false,
      true,
      true,
      true,
      true,
      true,
      false,
    ]);
  });

  it('is accepted once, by whichever node', async () => {
    const { email, secret } = await makeGuarded();
    const code = codeAt(secret, clock());
    expect((await enter(email, code)).status).toBe(200);
    expect((await enter(email, code)).status).toBe(401);
    expect((await enter(email, code, other)).status).toBe(401);
    // Nor is one of an earlier step, which was shown to somebody.
    expect((await enter(email, codeAt(secret, clock(), -1))).status).toBe(401);
    const spaced = codeAt(secret, clock(), 1).replace(/^.../, '$& ');
    expect((await enter(email, spaced, other)).status).toBe(200);
  });

  it('is accepted once of 4 logins at the same time on two nodes', async () => {
    const { email, secret } = await makeGuarded();
    const code = codeAt(secret, clock());
    const answers = await Promise.all([one, other, one, other].map((at) => enter(email, code, at)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('of another account is wrong', async () => {
    const [mine, yours] = [await makeGuarded(), await makeGuarded()];
    expect((await enter(mine.email, codeAt(yours.secret, clock()))).status).toBe(401);
    expect((await enter(mine.email, yours.recoveryCodes[0])).status).toBe(401);
    expect((await enter(yours.email, yours.recoveryCodes[0])).status).toBe(200);
  });

  it.each(['', '12345', '1234567', '12345a', '１２３４５６', '8'.repeat(24), 'x'.repeat(101)])(
    'that is %j is refused in a sentence',
    async (code) => {
      const { status, body } = await enter('nobody@example.org', code);
      expect([status, body.errors[0].pointer]).toEqual([422, '/code']);
    },
  );

  it.each([123456, ['123456'], {}, true, null])('that is no text is refused: %j', async (code) => {
    const { status, body } = await enter('nobody@example.org', code);
    expect([status, body.errors[0]]).toEqual([422, expect.objectContaining({ pointer: '/code' })]);
  });

  it('is not looked at where there is no second factor', async () => {
    const { email } = await makeOwner();
    expect((await enter(email, '123456')).status).toBe(200);
  });
});

describe('a login with a second factor', () => {
  it('says what to send, to those who know the password', async () => {
    const { email, id } = await makeGuarded();
    const { status, body, headers } = await enter(email);
    expect([status, body.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    expect(body.detail).toContain('`code`');
    expect(headers.get('www-authenticate')).toBe('Bearer realm="quaestor"');
    const input = { email, password };
    const mutation = 'mutation ($input: LoginInput!) { login(input: $input) { accessToken } }';
    const byGraphql = await graphql(mutation, { input });
    const [error] = byGraphql.body.errors;
    expect([byGraphql.status, error.extensions.code]).toEqual([401, 'SECOND_FACTOR_REQUIRED']);
    expect(one.logged.at(-2)).toMatchObject({ msg: 'Login needs a second factor', account: id });
  });

  it('tells others nothing of it, whatever code they send', async () => {
    const { email, secret } = await makeGuarded();
    const wrong = 'a password, but the wrong one';
    const { body: unknown } = await enter('nobody@example.org', '123456', one, wrong);
    for (const code of [undefined, '123456', codeAt(secret, clock())]) {
      const { status, body } = await enter(email, code, one, wrong);
      expect([status, body.code, body.detail]).toEqual([401, unknown.code, unknown.detail]);
    }
    expect((await enter(email, codeAt(secret, clock()))).status).toBe(200);
  });

  it('counts wrong codes as failed logins, which the password alone does not forgive', async () => {
    const { email, id, secret } = await makeGuarded();
    const limited = await createTestApp({ clock, env: { ...env, LOGIN_FAILURES: '5' } });
    const send = (code?: string) => enter(email, code, limited);
    const wrong = codeAt(secret, clock(), 9);
    const statuses: number[] = [];
    for (let n = 0; n < 5; n += 1) {
      statuses.push((await send()).status, (await send(wrong)).status);
    }
    expect(statuses).toEqual(Array(10).fill(401));
    expect(await failuresOf(id)).toEqual({ failures: 5 });
    expect((await send(codeAt(secret, clock()))).status).toBe(429);
    expect((await send()).status).toBe(429);
  });

  it('takes recovery codes alone after 100 wrong codes in a row', async () => {
    const { email, id, secret, recoveryCodes } = await makeGuarded();
    await pool.query('UPDATE second_factors SET failures = 99 WHERE account_id = $1', [id]);
    expect((await enter(email, codeAt(secret, clock(), 9))).status).toBe(401);
    expect((await enter(email, codeAt(secret, clock()))).status).toBe(401);
    expect((await enter(email, recoveryCodes[1])).status).toBe(200);
    expect(await failuresOf(id)).toEqual({ failures: 0 });
    expect((await enter(email, codeAt(secret, clock()))).status).toBe(200);
  });

  it('takes a recovery code once', async () => {
    const { email, headers, recoveryCodes } = await makeGuarded();
    expect(new Set(recoveryCodes).size).toBe(10);
    // 24 letters of 5 bits: 120 bits.
    for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{6}-){3}[a-z2-7]{6}$/);
    const [code = ''] = recoveryCodes;
    const answers = await Promise.all([one, other].map((at) => enter(email, code, at)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
    expect((await enter(email, code.toUpperCase().replaceAll('-', ''))).status).toBe(401);
    const me = await rest('GET', '/auth/me', undefined, headers);
    expect(me.body.recovery_codes_left).toBe(9);
  });

  it('keeps its standing when it is refreshed, and one without is none', async () => {
    const { id, email, secret } = await makeGuarded();
    const { body: tokens } = await enter(email, codeAt(secret, clock()));
    const refresh = (refresh_token: string) =>
      rest('POST', '/auth/token', { grant_type: 'refresh_token', refresh_token });
    const { body: next } = await refresh(tokens.refresh_token);
    expect(next.scope).toBe(tokens.scope);
    // As a node of an earlier release would have let somebody in.
    await pool.query('UPDATE sessions SET second_factor = false WHERE account_id = $1', [id]);
    const me = await other.rest('GET', '/auth/me', undefined, bearer(next.access_token));
    expect([me.status, (await refresh(next.refresh_token)).status]).toEqual([401, 400]);
  });
});

describe('setting up a second factor', () => {
  it('takes the password, and a code within 15 minutes', async () => {
    const { headers, email } = await makeOwner();
    const start = (word: string) =>
      rest('POST', '/auth/second-factor', { password: word }, headers);
    const refused = await start('not the password');
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/password']);
    const { status, body, headers: sent } = await start(password);
    expect([status, sent.get('cache-control')]).toEqual([201, 'no-store']);
    expect(body.secret).toMatch(/^[A-Z2-7]{32}$/);
    expect(body.otpauth_uri).toBe(
      `otpauth://totp/Quaestor%20127.0.0.1:${encodeURIComponent(email)}?secret=${body.secret}&issuer=Quaestor%20127.0.0.1`,
    );
    // It does not count yet.
    expect((await enter(email)).status).toBe(200);
    const confirm = (code: string) =>
      rest('POST', '/auth/second-factor/confirm', { code }, headers);
    const wrong = await confirm(codeAt(body.secret, clock(), 5));
    expect([wrong.status, wrong.body.errors[0].pointer]).toEqual([422, '/code']);
    advance(15 * 60);
    const { access_token } = await logIn(one, { email, password });
    const late = await rest(
      'POST',
      '/auth/second-factor/confirm',
      { code: codeAt(body.secret, clock()) },
      bearer(access_token),
    );
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('ends the other sessions, uses up its code, and is done once', async () => {
    const { headers, email } = await makeOwner();
    const before = await logIn(other, { email, password });
    const { code } = await setUpFactor(one, headers);
    advance(2.5);
    const status = async (word: Record<string, string>) =>
      (await rest('GET', '/auth/me', undefined, word)).status;
    expect([await status(headers), await status(bearer(before.access_token))]).toEqual([200, 401]);
    expect((await enter(email, code)).status).toBe(401);
    const again = await rest('POST', '/auth/second-factor', { password }, headers);
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
  });

  it('is never replayed by its Idempotency-Key', async () => {
    const { headers } = await makeOwner();
    const keyed = { ...headers, 'idempotency-key': 'a second factor' };
    const start = () => rest('POST', '/auth/second-factor', { password }, keyed);
    expect([(await start()).status, (await start()).status]).toEqual([201, 409]);
    const { code } = await startFactor(one, headers);
    const sent = { ...headers, 'idempotency-key': 'its first code' };
    const confirm = () => rest('POST', '/auth/second-factor/confirm', { code }, sent);
    expect([(await confirm()).status, (await confirm()).status]).toEqual([200, 409]);
  });

  it('is for a login, or for a key that may do everything', async () => {
    const { headers } = await makeOwner();
    const key = { name: 'a key', scopes: ['questions:read'] };
    const { body } = await rest('POST', '/auth/keys', key, headers);
    const { status } = await rest('POST', '/auth/second-factor', { password }, bearer(body.key));
    expect(status).toBe(403);
  });
});

describe('a second factor', () => {
  it('is removed, and its recovery codes renewed, with both factors', async () => {
    const { email, headers, secret, recoveryCodes } = await makeGuarded();
    const send = (what: string, code: string | undefined, word = password) =>
      rest('POST', `/auth/second-factor/${what}`, { password: word, code }, headers);
    const refused = [
      await send('remove', codeAt(secret, clock(), 9)),
      await send('remove', codeAt(secret, clock()), 'not the password'),
      await send('recovery-codes', codeAt(secret, clock(), 9)),
    ];
    expect(refused.map(({ status, body }) => [status, body.errors[0].pointer])).toEqual([
      [422, '/code'],
      [422, '/password'],
      [422, '/code'],
    ]);
    const { body: renewed } = await send('recovery-codes', codeAt(secret, clock()));
    expect((await enter(email, recoveryCodes[0])).status).toBe(401);
    const { body: second } = await enter(email, renewed.recovery_codes[0]);
    expect((await send('remove', renewed.recovery_codes[1])).status).toBe(204);
    advance(2.5);
    expect((await rest('GET', '/auth/me', undefined, bearer(second.access_token))).status).toBe(
      401,
    );
    expect((await rest('GET', '/auth/me', undefined, headers)).body).toMatchObject({
      account: { second_factor_at: null },
      recovery_codes_left: null,
    });
    expect((await enter(email)).status).toBe(200);
    expect((await send('remove', '123456')).status).toBe(409);
  });

  it('stays when the password is set by the admin', async () => {
    const { id, email, secret } = await makeGuarded();
    const word = 'set by the admin, again';
    await rest('PATCH', `/auth/accounts/${id}`, { password: word }, asAdmin);
    expect((await enter(email, undefined, one, word)).body.code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await enter(email, codeAt(secret, clock()), one, word)).status).toBe(200);
  });

  it('that was lost is removed by another admin alone, who ends its sessions', async () => {
    const { id, email, headers, secret } = await makeGuarded();
    const reset = (word: Record<string, string>, whose = id) =>
      rest('DELETE', `/auth/accounts/${whose}/second-factor`, undefined, word);
    expect((await reset(headers)).status).toBe(403);
    expect((await reset(asAdmin)).status).toBe(204);
    expect((await reset(asAdmin)).status).toBe(404);
    advance(2.5);
    expect((await rest('GET', '/auth/me', undefined, headers)).status).toBe(401);
    // The password is still asked for, and the old device is of no use.
    expect((await enter(email, undefined, one, 'not the password')).status).toBe(401);
    const fresh = bearer((await enter(email)).body.access_token);
    expect((await setUpFactor(one, fresh)).secret).not.toBe(secret);

    const boss = await makeOwner('admin');
    await setUpFactor(one, boss.headers);
    for (const own of [boss.id, boss.id.toUpperCase()]) {
      expect((await reset(boss.headers, own)).status).toBe(409);
    }
  });
});

describe('a second factor restored without its key', () => {
  it('is still required, and passed by a recovery code alone', async () => {
    const copy = await createTestApp({ clock, env: { LOGIN_FAILURES: '1000' } });
    const account = await makeAccount(copy, (await logIn(copy)).access_token);
    const { email } = account;
    const headers = bearer((await logIn(copy, account)).access_token);
    const { secret, recoveryCodes } = await setUpFactor(copy, headers);
    const client = new pg.Client(copy.app.database.url);
    await client.connect();
    const lost = await restoreSecrets(client, {
      decrypt: async () => undefined,
      encrypt: async (text) => text,
      makeWebhookSecret: () => 'whsec_',
      makeTotpSecret,
    }).finally(() => client.end());
    expect(lost).toBe('lost');
    expect((await enter(email, undefined, copy)).body.code).toBe('SECOND_FACTOR_REQUIRED');
    expect((await enter(email, codeAt(secret, clock(), 1), copy)).status).toBe(401);
    expect((await enter(email, recoveryCodes[0], copy)).status).toBe(200);
  });
});

describe('where a second factor is required', async () => {
  const strict = (policy: string) =>
    createTestApp({ clock, env: { ...env, REQUIRE_SECOND_FACTOR: policy } });
  const [all, admins] = [await strict('all'), await strict('admins')];

  it('a login without one can set it up and nothing else', async () => {
    const { email } = await makeOwner('editor');
    const { status, body } = await enter(email, undefined, all);
    expect([status, body.scope]).toEqual([200, '']);
    const headers = bearer(body.access_token);
    const me = await all.rest('GET', '/auth/me', undefined, headers);
    expect(me.body).toMatchObject({ needs_second_factor: true, scopes: [] });
    const key = { name: 'a key', scopes: ['questions:read'] };
    for (const refused of [
      await all.rest('GET', '/questions', undefined, headers),
      await all.rest('POST', '/auth/keys', key, headers),
      await all.rest('GET', '/auth/sessions', undefined, headers),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([403, 'FORBIDDEN']);
      expect(refused.body.detail).toContain('POST /auth/second-factor');
    }
    const narrowed = await all.rest('POST', '/auth/token', {
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token,
      scope: 'questions:read',
    });
    expect([narrowed.status, narrowed.body.error]).toEqual([400, 'invalid_scope']);

    const { secret } = await setUpFactor(all, headers);
    const { body: next } = await all.rest('POST', '/auth/token', {
      grant_type: 'refresh_token',
      refresh_token: body.refresh_token,
    });
    expect(next.scope).toContain('questions:write');
    const read = await all.rest('GET', '/questions', undefined, bearer(next.access_token));
    expect(read.status).toBe(200);
    advance(30);
    const again = await enter(email, codeAt(secret, clock()), all);
    expect(again.body.scope).toBe(next.scope);
  });

  it('applies to sessions that exist, and to the roles that are named', async () => {
    const [editor, boss] = [await makeOwner('editor'), await makeOwner('admin')];
    const read = async (service: typeof one, { headers }: typeof editor) =>
      (await service.rest('GET', '/questions', undefined, headers)).status;
    expect([await read(one, boss), await read(one, editor)]).toEqual([200, 200]);
    expect([await read(admins, boss), await read(admins, editor)]).toEqual([403, 200]);
    expect([await read(all, boss), await read(all, editor)]).toEqual([403, 403]);
  });

  it('API keys, which are for programs, need none', async () => {
    const { headers } = await makeOwner();
    const key = { name: 'a key', scopes: ['questions:read'] };
    const { body } = await rest('POST', '/auth/keys', key, headers);
    const grant = { grant_type: 'client_credentials', client_id: body.id, client_secret: body.key };
    const { body: issued } = await all.rest('POST', '/auth/token', grant);
    for (const word of [body.key, issued.access_token]) {
      expect((await all.rest('GET', '/questions', undefined, bearer(word))).status).toBe(200);
    }
  });
});
