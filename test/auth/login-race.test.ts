import type pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { bearer, logIn, makeAccount, password } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';

const service = await createTestApp({
  env: { ANONYMOUS_SCOPES: '', LOGIN_FAILURES: '1000', DATABASE_POOL: '10' },
});
const { rest, app } = service;
const { pool } = app.database;
const { access_token } = await logIn(service);
const asAdmin = bearer(access_token);

const reset = (id: string, word = 'set by the admin') =>
  rest('PATCH', `/auth/accounts/${id}`, { password: word }, asAdmin);

async function countSessions(id: string): Promise<number> {
  const { rows } = await pool.query(
    'SELECT count(*)::int FROM sessions WHERE account_id = $1 AND revoked_at IS NULL',
    [id],
  );
  return rows[0].count;
}

/** Runs the work while a statement of each request waits for a lock that this function holds. */
async function whileBlocked(lock: string, work: (client: pg.PoolClient) => Promise<void>) {
  const blocker = await pool.connect();
  await blocker.query(`BEGIN; ${lock}`);
  try {
    await work(blocker);
  } finally {
    await blocker.query('COMMIT');
    blocker.release();
  }
}

async function waitForBlocked(count: number): Promise<void> {
  await vi.waitFor(async () => {
    // Not on the connection of the blocker: a transaction sees the same activity throughout.
    const { rows } = await pool.query(
      `SELECT count(*)::int FROM pg_stat_activity
       WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    );
    expect(rows).toEqual([{ count }]);
  }, 10_000);
}

describe('a new password', () => {
  it('keeps out a login that has verified the old one', async () => {
    const { id, email } = await makeAccount(service, access_token);
    let late: ReturnType<typeof rest> | undefined;
    // The reset is committed while the login, its password verified, waits to store its session.
    await whileBlocked(`SELECT FROM accounts WHERE id = '${id}' FOR UPDATE`, async (client) => {
      late = rest('POST', '/auth/login', { email, password });
      await waitForBlocked(1);
      await client.query(`UPDATE accounts SET password_hash = 'another' WHERE id = $1`, [id]);
    });
    expect((await late)?.status).toBe(401);
    expect(await countSessions(id)).toBe(0);
  });

  it('ends the session of a login that came just before', async () => {
    const { id, email } = await makeAccount(service, access_token);
    let answers: Promise<{ status: number }[]> | undefined;
    await whileBlocked('LOCK TABLE sessions IN SHARE MODE', async () => {
      const login = rest('POST', '/auth/login', { email, password });
      await waitForBlocked(1);
      answers = Promise.all([login, reset(id)]);
      await waitForBlocked(2);
    });
    expect((await answers)?.map(({ status }) => status)).toEqual([200, 200]);
    expect(await countSessions(id)).toBe(0);
  });

  it('leaves no session of 24 logins that race it', async () => {
    const { id, email } = await makeAccount(service, access_token);
    const logins = Array.from({ length: 24 }, () =>
      rest('POST', '/auth/login', { email, password }),
    );
    const changed = await reset(id);
    expect(changed.status).toBe(200);
    await Promise.all(logins);
    expect(await countSessions(id)).toBe(0);
  });

  it('set by the admin is not replaced by someone who knew only the old one', async () => {
    const account = await makeAccount(service, access_token);
    const own = bearer((await logIn(service, account)).access_token);
    let late: ReturnType<typeof rest> | undefined;
    await whileBlocked(
      `SELECT FROM accounts WHERE id = '${account.id}' FOR UPDATE`,
      async (client) => {
        const change = { current: password, new: 'taken over by someone' };
        late = rest('POST', '/auth/password', change, own);
        await waitForBlocked(1);
        await client.query(`UPDATE accounts SET password_hash = 'x' WHERE id = $1`, [account.id]);
      },
    );
    const answer = await late;
    expect([answer?.status, answer?.body.errors[0].pointer]).toEqual([422, '/current']);
  });
});
