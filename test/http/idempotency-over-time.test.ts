import { randomUUID } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

let now = new Date('2026-06-01T12:00:00Z');
const wait = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds);
};
const { app, rest, logged } = await createTestApp({ clock: () => now });
const { pool } = app.database;

const seconds = 1000;
const hours = 3600 * seconds;
const withKey = (key: string) => ({ 'idempotency-key': key });

async function countQuestions(source: string): Promise<number> {
  return (await rest('GET', `/questions?source=${source}`)).body.page.total;
}

describe('an Idempotency-Key', () => {
  it('is kept for 24 hours', async () => {
    const headers = withKey(randomUUID());
    const question = makeQuestion({ source: 'kept' });
    const { body: first } = await rest('POST', '/questions', question, headers);
    wait(24 * hours - 1);
    expect((await rest('POST', '/questions', question, headers)).body.id).toBe(first.id);
    wait(1);
    const { headers: answered, body: second } = await rest('POST', '/questions', question, headers);
    expect([answered.get('idempotent-replayed'), await countQuestions('kept')]).toEqual([null, 2]);
    expect((await rest('POST', '/questions', question, headers)).body.id).toBe(second.id);
  });

  it('may be used for another request after that', async () => {
    const headers = withKey(randomUUID());
    await rest('POST', '/questions', makeQuestion(), headers);
    wait(24 * hours);
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
             $4, $5, $6)`,
    [caller, key, probe, committed, now, new Date(now.getTime() + 24 * hours)],
  );
}

describe('a request whose process died', () => {
  it('before its change keeps others out for a minute, and then lets them try', async () => {
    const key = randomUUID();
    const question = makeQuestion({ source: 'died-before' });
    await holdKey(key, { committed: false }, question);
    wait(60 * seconds);
    const early = await rest('POST', '/questions', question, withKey(key));
    expect([early.status, early.headers.get('retry-after')]).toEqual([409, '1']);
    wait(1);
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
    wait(60 * seconds + 1);
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
    wait(60 * seconds + 1);
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
