import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { type Answer, createTestApp } from '../support/app.ts';

const { app, rest, graphql } = await createTestApp();
const { pool } = app.database;
const countRuns = async () => (await pool.query('SELECT FROM analyses')).rowCount;

type Headers = Record<string, string>;

const interfaces: [string, number, (headers: Headers) => Promise<Answer>][] = [
  [
    'REST',
    500,
    (headers) =>
      rest(
        'POST',
        '/analysis/run',
        { analysis_type: 'coverage' },
        { prefer: 'wait=30', ...headers },
      ),
  ],
  [
    'GraphQL',
    200,
    (headers) =>
      graphql(
        'mutation { runAnalysis(input: { analysisType: COVERAGE }, wait: 30) { id } }',
        {},
        headers,
      ),
  ],
];

it.each(interfaces)(
  'a fault of ours after the change is not told again as its answer (%s)',
  async (_name, status, send) => {
    const headers = { 'idempotency-key': randomUUID() };
    const before = (await countRuns()) ?? 0;
    const answer = send(headers);
    await expect.poll(countRuns).toBe(before + 1);
    // The run is saved; now it cannot be read.
    await pool.query('ALTER TABLE analyses RENAME COLUMN summary TO gone');
    const first = await answer;
    await pool.query('ALTER TABLE analyses RENAME COLUMN gone TO summary');
    expect(first.status).toBe(status);
    expect(JSON.stringify(first.body)).toContain('INTERNAL_SERVER_ERROR');
    const again = await send(headers);
    expect(JSON.stringify(again.body)).toContain('its response was not stored');
    expect(await countRuns()).toBe(before + 1);
  },
);
