import pg from 'pg';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { saveResult } from '../../src/db/save-result.ts';
import { createTestDatabase } from '../support/database.ts';

const connectionString = await createTestDatabase();
const [client, late, blocker] = await Promise.all([connect(), connect(), connect()]);
afterAll(() => Promise.all([client.end(), late.end(), blocker.end()]));

async function connect(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  return client;
}

const id = '01990000-0000-7000-8000-000000000001';
const lost = { id, attempt: 1 };
const current = { id, attempt: 2 };
const result = {
  summary: { evaluated: 1, flagged: 0, flagged_share: 0, score: 1 },
  items: [{ question_id: id, flagged: false, score: 1, reasons: [] }],
  warnings: [],
};
const source = {
  ids: [id],
  versions: [1],
  seenRewrites: '0',
  questionCount: 1,
  engineVersion: 1,
  parameters: {},
};
const read = async () => (await client.query('SELECT status, item_count FROM analyses')).rows;
const countItems = async () => (await client.query('SELECT FROM analysis_items')).rowCount;

beforeEach(async () => {
  await client.query('DELETE FROM analyses');
  await client.query(
    `INSERT INTO analyses (id, analysis_type, engine_version, status, parameters, question_count,
       created_by, attempt, created_at)
     VALUES ($1, 'coverage', 1, 'RUNNING', '{}', 1, 'anonymous', 2, now())`,
    [id],
  );
});

/** Blocks writers of the run's items; returns how to release them. */
async function blockItems(): Promise<() => Promise<unknown>> {
  await blocker.query('BEGIN');
  await blocker.query(`INSERT INTO analysis_items VALUES ($1, 0, '{}')`, [id]);
  return () => blocker.query('ROLLBACK');
}

async function waitUntilHeld(count: number): Promise<void> {
  const waiting = `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
    AND query LIKE 'INSERT INTO analysis_items%' AND datname = current_database()`;
  await expect.poll(async () => (await client.query(waiting)).rowCount).toBe(count);
}

it('drops what a lost worker brings while another has its run', async () => {
  expect(await saveResult(client, lost, result, source)).toBe(false);
  expect(await read()).toEqual([{ status: 'RUNNING', item_count: null }]);
  expect(await saveResult(client, current, result, source)).toBe(true);
  expect(await saveResult(client, current, result, source)).toBe(false);
  expect(await read()).toEqual([{ status: 'SUCCEEDED', item_count: 1 }]);
});

it('lets a run be cancelled while its items are saved', async () => {
  const release = await blockItems();
  const saved = saveResult(late, current, result, source);
  await waitUntilHeld(1);
  await client.query(`UPDATE analyses SET status = 'CANCELLED' WHERE id = $1`, [id]);
  await release();
  expect(await saved).toBe(false);
  expect(await read()).toEqual([{ status: 'CANCELLED', item_count: null }]);
  expect(await countItems()).toBe(0);
});

it('lets a run be taken over while its items are saved', async () => {
  const release = await blockItems();
  const dropped = saveResult(late, current, result, source);
  await waitUntilHeld(1);
  await client.query('UPDATE analyses SET attempt = 3 WHERE id = $1', [id]);
  const other = await connect();
  const saved = saveResult(other, { id, attempt: 3 }, result, source);
  await waitUntilHeld(2);
  await release();
  expect(await Promise.all([dropped, saved])).toEqual([false, true]);
  await other.end();
  expect(await read()).toEqual([{ status: 'SUCCEEDED', item_count: 1 }]);
  expect(await countItems()).toBe(1);
});

it.each([
  ['is held by another worker', `attempt = 3`],
  ['was cancelled', `status = 'CANCELLED'`],
])('saves no item of a run that %s', async (_title, change) => {
  await client.query(`UPDATE analyses SET ${change} WHERE id = $1`, [id]);
  const release = await blockItems();
  // Does not even try to insert items, which would wait for the blocker.
  expect(await saveResult(late, current, result, source)).toBe(false);
  await release();
  expect(await countItems()).toBe(0);
});

it('drops a result whose run is taken over while its items are saved, and not finished yet', async () => {
  const release = await blockItems();
  const dropped = saveResult(late, current, result, source);
  await waitUntilHeld(1);
  await client.query('UPDATE analyses SET attempt = 3 WHERE id = $1', [id]);
  await release();
  expect(await dropped).toBe(false);
  expect(await read()).toEqual([{ status: 'RUNNING', item_count: null }]);
  expect(await countItems()).toBe(0);
});
