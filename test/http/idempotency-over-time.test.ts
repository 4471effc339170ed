import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { deleteExpired } from '../../src/db/delete-expired.ts';
import { createTestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { makeQuestion } from '../support/questions.ts';

const DATABASE_URL = await createTestDatabase();
const { app, rest, logged } = await createTestApp({ env: { DATABASE_URL } });
const { pool } = app.database;
/** Lets time pass for all keys: the database keeps it. */
const wait = async (milliseconds: number) =>
  void (await pool.query(
    `UPDATE idempotent_requests SET expires_at = expires_at - $1 * interval '1 ms'`,
    [milliseconds],
  ));

const seconds = 1000;
const minutes = 60 * seconds;
const hours = 60 * minutes;
const withKey = (key: string) => ({ 'idempotency-key': key });

async function countQuestions(source: string): Promise<number> {
  return (await rest('GET', `/questions?source=${source}`)).body.page.total;
}

describe('an Idempotency-Key', () => {
  it('is kept for 24 hours', async () => {
    const headers = withKey(randomUUID());
    const question = makeQuestion({ source: 'kept' });
    const { body: first } = await rest('POST', '/questions', question, headers);
    await wait(24 * hours - 5 * minutes);
    expect((await rest('POST', '/questions', question, headers)).body.id).toBe(first.id);
    await wait(5 * minutes);
    const { headers: answered, body: second } = await rest('POST', '/questions', question, headers);
    expect([answered.get('idempotent-replayed'), await countQuestions('kept')]).toEqual([null, 2]);
    expect((await rest('POST', '/questions', question, headers)).body.id).toBe(second.id);
  });

  it('may be used for another request after that', async () => {
    const headers = withKey(randomUUID());
    await rest('POST', '/questions', makeQuestion(), headers);
    await wait(24 * hours);
    expect((await rest('POST', '/questions', makeQuestion(), headers)).status).toBe(201);
  });

  it('belongs to its caller', async () => {
    const headers = withKey('shared');
    await holdKey('shared', { caller: 'somebody else', committed: true });
    expect((await rest('POST', '/questions', makeQuestion(), headers)).status).toBe(201);
  });
});

interface Held {
  readonly caller?: string;
  readonly committed: boolean;
}

/** The row left by a process that crashed while handling a request with this key. */
async function holdKey(
  key: string,
  { caller = 'anonymous:local', committed }: Held,
  question = {},
) {
  // The fingerprint is the one the service stores for the same request under another key.
  const probe = randomUUID();
  await rest('POST', '/questions', question, withKey(probe));
  await pool.query(
    `INSERT INTO idempotent_requests (caller, key, fingerprint, committed, created_at, expires_at)
     VALUES ($1, $2, coalesce((SELECT fingerprint FROM idempotent_requests WHERE key = $3), 'x'),
             $4, now(), now() + interval '24 hours')`,
    [caller, key, probe, committed],
  );
}

describe('a request whose process died', () => {
  it('before its change keeps others out for a minute, and then lets them try', async () => {
    const key = randomUUID();
    const question = makeQuestion({ source: 'died-before' });
    await holdKey(key, { committed: false }, question);
    await wait(30 * seconds);
    const early = await rest('POST', '/questions', question, withKey(key));
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '1']);
    await wait(30 * seconds);
    const late = await rest('POST', '/questions', question, withKey(key));
    expect([late.status, late.headers.get('idempotent-replayed')]).toEqual([201, null]);
    const again = await rest('POST', '/questions', question, withKey(key));
    expect([again.body, again.headers.get('idempotent-replayed')]).toEqual([late.body, 'true']);
  });

  it('after its change is never done again', async () => {
    const key = randomUUID();
    const question = makeQuestion({ source: 'died-after' });
    await holdKey(key, { committed: true }, question);
    const before = await countQuestions('died-after');
    const early = await rest('POST', '/questions', question, withKey(key));
    expect([early.status, early.body.detail]).toEqual([409, expect.stringContaining('running')]);
    await wait(60 * seconds + 1);
    const late = await rest('POST', '/questions', question, withKey(key));
    expect([late.status, late.body.code]).toEqual([409, 'CONFLICT']);
    expect(late.body.detail).toMatch(/was applied.*instead of repeating/);
    const other = await rest('POST', '/questions', makeQuestion(), withKey(key));
    expect(other.status).toBe(422);
    expect(await countQuestions('died-after')).toBe(before);
  });

  it('but lived on makes no change once another took its key', async () => {
    const key = randomUUID();
    const question = makeQuestion({ source: 'fenced' });
    const blocker = await pool.connect();
    await blocker.query('BEGIN; LOCK TABLE questions IN EXCLUSIVE MODE');
    const slow = rest('POST', '/questions', question, withKey(key));
    await waitForBlocked(1);
    await wait(60 * seconds + 1);
    const quick = rest('POST', '/questions', question, withKey(key));
    await waitForBlocked(2);
    await blocker.query('COMMIT');
    blocker.release();
    const answers = await Promise.all([slow, quick]);
    expect(answers.map(({ status }) => status)).toEqual([409, 201]);
    expect(await countQuestions('fenced')).toBe(1);
    const again = await rest('POST', '/questions', question, withKey(key));
    expect([again.status, again.body]).toEqual([201, answers[1]?.body]);
  });
});

it('is as old as the database says, however far the clock of another node is ahead', async () => {
  const tomorrow = () => new Date(Date.now() + 25 * hours);
  const ahead = await createTestApp({ env: { DATABASE_URL }, clock: tomorrow });
  const key = withKey(randomUUID());
  const question = makeQuestion({ source: 'ahead' });
  const blocker = await pool.connect();
  await blocker.query('BEGIN; LOCK TABLE questions IN EXCLUSIVE MODE');
  const first = rest('POST', '/questions', question, key);
  await waitForBlocked(1);
  const early = await ahead.rest('POST', '/questions', question, key);
  await blocker.query('COMMIT');
  blocker.release();
  expect([early.status, (await first).status]).toEqual([409, 201]);
  await deleteExpired(ahead.app.database, tomorrow(), 3600);
  const again = await ahead.rest('POST', '/questions', question, key);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect([again.body, await countQuestions('ahead')]).toEqual([(await first).body, 1]);
});

async function waitForBlocked(count: number): Promise<void> {
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      `SELECT count(*)::int FROM pg_locks WHERE NOT granted
       AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`,
    );
    expect(rows).toEqual([{ count }]);
  }, 10_000);
}

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
