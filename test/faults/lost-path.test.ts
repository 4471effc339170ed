import pg from 'pg';
import { expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { createLostPath } from '../support/lost-path.ts';
import { makeQuestion } from '../support/questions.ts';

const defaults = {
  STATEMENT_TIMEOUT: '10s',
  LOCK_TIMEOUT: '3s',
  // Less than a statement may take, and enough to connect on a busy machine.
  POOL_TIMEOUT: '5s',
  REQUEST_TIMEOUT: '30s',
  // Reads are to need the database.
  ANSWER_CACHE: '0',
};

it('a path to the database that is lost without a sign is replaced', async () => {
  const path = await createLostPath(await createTestDatabase());
  const service = await createTestApp({
    env: { ...defaults, DATABASE_URL: path.url, DATABASE_POOL: '10' },
  });
  const { rest } = service;
  const { access_token } = await logIn(service);
  const readMany = () => Promise.all(Array.from({ length: 20 }, () => rest('GET', '/questions')));
  await readMany();
  path.lose();
  // All connections are in use when the path is lost, those of a transaction too.
  const caught = Promise.all([readMany(), rest('POST', '/questions', makeQuestion())]);
  const statuses = async () => {
    const answers = [
      rest('GET', '/questions'),
      rest('POST', '/questions', makeQuestion()),
      rest('GET', '/auth/me', undefined, bearer(access_token)),
      rest('GET', '/readyz'),
    ];
    return (await Promise.all(answers)).map(({ status }) => status);
  };
  await expect.poll(statuses, { interval: 200 }).toEqual([200, 201, 200, 200]);
  const [reads, write] = await caught;
  for (const { status } of [...reads, write]) expect([503, 504]).toContain(status);
  expect((await readMany()).map(({ status }) => status)).toEqual(Array(20).fill(200));
  expect(service.logged.filter(({ level }) => level === 'error')).toEqual([]);
});

it('connections that were idle when the path was lost make nobody wait for a statement', async () => {
  const databaseUrl = await createTestDatabase();
  const path = await createLostPath(databaseUrl);
  const { rest } = await createTestApp({
    env: { ...defaults, DATABASE_URL: path.url, DATABASE_POOL: '10' },
  });
  await Promise.all(Array.from({ length: 20 }, () => rest('GET', '/questions')));
  const observer = new pg.Client(databaseUrl);
  await observer.connect();
  const idleSeconds = async () => {
    const { rows } = await observer.query(
      `SELECT min(extract(epoch FROM clock_timestamp() - state_change))::float AS seconds
       FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'quaestor'`,
    );
    return rows[0].seconds ?? 0;
  };
  // Longer than a connection is trusted, also by the service's own work, and shorter than it is kept.
  await expect.poll(idleSeconds, { interval: 100 }).toBeGreaterThan(1.2);
  await observer.end();
  path.lose();
  expect((await rest('GET', '/questions')).status).toBe(200);
});
