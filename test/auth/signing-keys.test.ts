import { describe, expect, it } from 'vitest';
import { DatabaseError } from '../../src/db/database-error.ts';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { createEmptyDatabase } from '../support/database.ts';
import { headerOf } from '../support/forged-token.ts';

const dataKey = 'the right key, of 32 characters at least';

const kidOf = (token: string) => String(headerOf(token).kid);

const kidsOf = async ({ rest }: TestApp): Promise<string[]> =>
  (await rest('GET', '/.well-known/jwks.json')).body.keys.map(({ kid }: { kid: string }) => kid);

const statusOf = async ({ rest }: TestApp, token: string) =>
  (await rest('GET', '/auth/me', undefined, bearer(token))).status;

/** Two nodes that start simultaneously on one empty database. */
async function startNodes() {
  const { clock, advance } = createClock();
  const env = { DATABASE_URL: await createEmptyDatabase(), DATA_KEY: dataKey };
  const [one, other] = await Promise.all([
    createTestApp({ clock, env }),
    createTestApp({ clock, env }),
  ]);
  return { one, other, advance, env };
}

describe('signing keys', () => {
  it('are made once when two nodes start at once: a current and a next one', async () => {
    const { one, other } = await startNodes();
    const stored = await one.app.database.prisma.signingKey.findMany();
    expect(stored.map(({ status }) => status).sort()).toEqual(['current', 'next']);
    expect(await one.app.database.prisma.account.count()).toBe(1);
    const kids = stored.map(({ kid }) => kid).sort();
    expect((await kidsOf(one)).sort()).toEqual(kids);
    expect((await kidsOf(other)).sort()).toEqual(kids);
    const { access_token } = await logIn(one);
    expect(await statusOf(other, access_token)).toBe(200);
    const { body } = await one.rest('GET', '/.well-known/jwks.json');
    for (const key of body.keys) {
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
      expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
    }
  });

  it.each([1, 2, 3])('rotated %i times in a row log nobody out', async (times) => {
    const { one, other, advance } = await startNodes();
    const before = await logIn(one);
    expect(await statusOf(other, before.access_token)).toBe(200);
    const published = await kidsOf(other);
    const kids = [kidOf(before.access_token)];
    for (let count = 0; count < times; count += 1)
      kids.push((await one.app.auth.keys.rotate()).kid);
    expect(new Set(kids).size).toBe(times + 1);
    // The key that signs after the first rotation was published before it.
    expect(published).toContain(kids[1]);
    // A node looks up unknown keys at most once per second.
    advance(1);
    const after = await logIn(one);
    expect(kidOf(after.access_token)).toBe(kids.at(-1));
    for (const node of [one, other]) {
      expect(await statusOf(node, before.access_token)).toBe(200);
      expect(await statusOf(node, after.access_token)).toBe(200);
    }
    const elsewhere = await logIn(other);
    expect(await statusOf(one, elsewhere.access_token)).toBe(200);
    advance(30);
    expect(kidOf((await logIn(other)).access_token)).toBe(kids.at(-1));
    expect(await kidsOf(other)).toEqual(await kidsOf(one));
  });

  it('rotated on two nodes at once leave one current and one next', async () => {
    const { one, other, advance } = await startNodes();
    const { access_token } = await logIn(one);
    await Promise.all([one.app.auth.keys.rotate(), other.app.auth.keys.rotate()]);
    const stored = await one.app.database.prisma.signingKey.findMany();
    const count = (status: string) => stored.filter((key) => key.status === status).length;
    expect([count('current'), count('next'), count('previous')]).toEqual([1, 1, 2]);
    advance(1);
    expect(await statusOf(other, access_token)).toBe(200);
  });

  it('go when no token they signed can be out any more', async () => {
    const { one, advance } = await startNodes();
    const kid = kidOf((await logIn(one)).access_token);
    await one.app.auth.keys.rotate();
    advance(15 * 60 - 1);
    await one.app.auth.keys.rotate();
    expect(await kidsOf(one)).toContain(kid);
    advance(60);
    await one.app.auth.keys.rotate();
    expect(await kidsOf(one)).not.toContain(kid);
  });
});

describe('DATA_KEY', () => {
  it('keeps private keys out of sight in the database', async () => {
    const { one } = await startNodes();
    await one.app.auth.keys.rotate();
    const { rows } = await one.app.database.pool.query('SELECT to_jsonb(k) FROM signing_keys AS k');
    expect(rows).toHaveLength(3);
    expect(JSON.stringify(rows)).toContain('PUBLIC KEY');
    expect(JSON.stringify(rows)).not.toContain('PRIVATE KEY');
    const { privateKey } = await one.app.auth.keys.current();
    expect(privateKey).toContain('PRIVATE KEY');
    expect(JSON.stringify(rows)).not.toContain(privateKey.split('\n')[1]);
  });

  it.each([
    [
      'is another one',
      'another key, of 32 characters at least',
      /^DATA_KEY does not match the key/,
    ],
    ['is missing', '', /Set DATA_KEY to the key that encrypted them\.$/],
  ])('stops the start with a sentence when it %s', async (_, DATA_KEY, sentence) => {
    const { env } = await startNodes();
    const error = await createTestApp({ env: { ...env, DATA_KEY } }).catch((e: unknown) => e);
    expect(error).toBeInstanceOf(DatabaseError);
    expect((error as Error).message).toMatch(sentence);
  });

  it('is missed in the log where an outside database has none, and may come later', async () => {
    const warning = 'DATA_KEY is not set; signing keys are stored unencrypted';
    const DATABASE_URL = await createEmptyDatabase();
    const open = await createTestApp({ env: { DATABASE_URL } });
    expect(
      open.logged.filter(({ level, msg }) => level === 'warn' && msg === warning),
    ).toHaveLength(1);
    const { access_token } = await logIn(open);
    const locked = await createTestApp({ env: { DATABASE_URL, DATA_KEY: dataKey } });
    expect(locked.logged.map(({ msg }) => msg)).not.toContain(warning);
    expect(await statusOf(locked, access_token)).toBe(200);
  });
});
