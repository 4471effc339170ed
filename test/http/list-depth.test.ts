import { expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';

const count = 20_000;

// A single connection, so that its statistics can be queried; the planner has fresh ones.
const { app, rest } = await createTestApp({ env: { DATABASE_POOL: '1' } });
const { pool } = app.database;
await pool.query(
  `INSERT INTO questions (id, question_text, correct_answer, category, difficulty, created_at, updated_at)
   SELECT gen_random_uuid(), 'Question ' || n, 'Answer ' || n,
          (ARRAY['Science', 'Geography', 'Literature', 'Astronomy'])[1 + n % 4], n % 3,
          '2026-01-01'::timestamptz + n * interval '1 second',
          '2026-02-01'::timestamptz + n * interval '1 second'
   FROM generate_series(1, $1) AS n`,
  [count],
);
await pool.query('VACUUM (ANALYZE) questions');

/** The number of table rows read so far, by index or sequential scan. */
async function rowsRead(): Promise<number> {
  await pool.query('SELECT pg_stat_force_next_flush()');
  const { rows } = await pool.query<{ read: number }>(
    `SELECT (coalesce(idx_tup_fetch, 0) + coalesce(seq_tup_read, 0))::int AS read
     FROM pg_stat_user_tables WHERE relname = 'questions'`,
  );
  return rows[0]?.read ?? Number.NaN;
}

it('notices when the whole table is read', async () => {
  const before = await rowsRead();
  await pool.query('SELECT max(question_text) FROM questions');
  expect((await rowsRead()) - before).toBe(count);
});

it.each([
  'sort=created_at',
  'sort=-created_at',
  'sort=updated_at',
  'sort=-updated_at',
  'sort=difficulty',
  'sort=-difficulty',
  'sort=category',
  'sort=-category',
  'category=Science&offset=4900',
  'difficulty=1&offset=6000',
  'category=Science,Geography&difficulty=0&offset=3000',
])('reads a deep page without the rows it skips: %s', async (query) => {
  const path = `/questions?limit=20&${query.includes('offset') ? query : `${query}&offset=19900`}`;
  const before = await rowsRead();
  const { status, body } = await rest('GET', path);
  const read = (await rowsRead()) - before;
  expect([status, body.data.length]).toEqual([200, 20]);
  // The page plus one row to detect whether more follow.
  expect(read).toBeLessThanOrEqual(21);
});

it('reads a page behind a cursor without what comes before', async () => {
  const cursor = (order: string, value: unknown) =>
    Buffer.from(JSON.stringify([order, value, '00000000-0000-0000-0000-000000000000'])).toString(
      'base64url',
    );
  for (const [order, value] of [
    ['created_at', '2026-01-01T04:00:00.000Z'],
    ['-updated_at', '2026-02-01T04:00:00.000Z'],
    ['difficulty', 2],
    ['-category', 'Geography'],
  ] as const) {
    const before = await rowsRead();
    const { status, body } = await rest(
      'GET',
      `/questions?sort=${order}&cursor=${cursor(order, value)}`,
    );
    expect([order, status, body.data.length]).toEqual([order, 200, 20]);
    expect((await rowsRead()) - before).toBeLessThanOrEqual(21);
  }
});
