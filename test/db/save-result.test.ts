import pg from 'pg';
import { afterAll, expect, it } from 'vitest';
import { saveResult } from '../../src/db/save-result.ts';
import { createTestDatabase } from '../support/database.ts';

const client = new pg.Client({ connectionString: await createTestDatabase() });
await client.connect();
afterAll(() => client.end());

const id = '01990000-0000-7000-8000-000000000001';
const [lost, present] = [
  '01990000-0000-7000-8000-00000000000a',
  '01990000-0000-7000-8000-00000000000b',
];
const result = {
  summary: { evaluated: 1, flagged: 0, flagged_share: 0, score: 1 },
  items: [{ question_id: id, flagged: false, score: 1, reasons: [] }],
  warnings: [],
};
const source = {
  ids: [id],
  versions: [1],
  questionCount: 1,
  engineVersion: 1,
  parameters: {},
};
const read = async () => (await client.query('SELECT status, item_count FROM analyses')).rows;

it('drops what a lost worker brings while another has its run', async () => {
  await client.query(
    `INSERT INTO analyses (id, analysis_type, engine_version, status, parameters, question_count,
       created_by, job_id, attempt, created_at)
     VALUES ($1, 'coverage', 1, 'RUNNING', '{}', 1, 'anonymous', $2, 2, now())`,
    [id, present],
  );
  expect(await saveResult(client, { id, jobId: lost }, result, source)).toBe(false);
  expect(await read()).toEqual([{ status: 'RUNNING', item_count: null }]);
  expect(await saveResult(client, { id, jobId: present }, result, source)).toBe(true);
  expect(await saveResult(client, { id, jobId: present }, result, source)).toBe(false);
  expect(await read()).toEqual([{ status: 'SUCCEEDED', item_count: 1 }]);
});
