import type pg from 'pg';
import { expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { rest, app } = await createTestApp();
const { pool } = app.database;
/** Another node, or plain SQL, may have written less than a second ago. */
const noCache = { 'cache-control': 'no-cache' };
const totals = async () =>
  Promise.all(
    ['/questions', '/questions?category=Science', '/questions?limit=1&offset=1'].map(
      async (path) => (await rest('GET', path, undefined, noCache)).body.page.total,
    ),
  );

it('tells the total as it is, whoever changes the questions and however often it is asked', async () => {
  const science = [1, 2, 3].map(() => makeQuestion({ category: 'Science' }));
  await rest('POST', '/questions', [...science, makeQuestion({ category: 'Geography' })]);
  expect(await totals()).toEqual([4, 3, 4]);
  expect(await totals()).toEqual([4, 3, 4]);

  const client = await pool.connect();
  await client.query(`BEGIN; DELETE FROM questions WHERE category = 'Geography'`);
  expect(await totals()).toEqual([4, 3, 4]);
  await client.query('ROLLBACK');
  expect(await totals()).toEqual([4, 3, 4]);
  await client.query(`UPDATE questions SET category = 'Science'`);
  expect(await totals()).toEqual([4, 4, 4]);
  await client.query(
    'BEGIN; DELETE FROM questions WHERE id = (SELECT min(id::text) FROM questions)::uuid',
  );
  expect(await totals()).toEqual([4, 4, 4]);
  await client.query('COMMIT');
  client.release();
  expect(await totals()).toEqual([3, 3, 3]);

  await pool.query('TRUNCATE questions CASCADE');
  expect(await totals()).toEqual([0, 0, 0]);
});

it('keeps no writer waiting for another in another row of changes', async () => {
  const clients = await Promise.all([1, 2, 3].map(() => pool.connect()));
  const rowOf = async (client: pg.PoolClient) =>
    (await client.query('SELECT pg_backend_pid() % 64 AS shard')).rows[0].shard;
  const [first = -1, ...others] = await Promise.all(clients.map(rowOf));
  const apart = others.findIndex((row) => row !== first) + 1;
  const [one, other] = [clients[0], clients[apart]];
  if (!one || !other || apart === 0) throw new Error('All three have the same row.');
  const insert = `INSERT INTO questions (id, question_text, correct_answer, category, difficulty)
    VALUES (gen_random_uuid(), 'Who waits?', 'Nobody', 'Science', 0)`;
  await one.query('BEGIN');
  await one.query(insert);
  await other.query("SET lock_timeout = '5s'");
  await other.query(insert);
  await one.query('COMMIT');
  await other.query('RESET lock_timeout');
  for (const client of clients) client.release();
  expect((await rest('GET', '/questions?search=waits')).body.page.total).toBe(2);
});
