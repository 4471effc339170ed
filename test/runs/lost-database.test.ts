import pg from 'pg';
import { expect, it } from 'vitest';
import { createCutOff } from '../support/cut-off.ts';
import { createTestDatabase } from '../support/database.ts';
import { createLocalServices } from '../support/service.ts';

const { run, launch } = createLocalServices();
const samples = new URL('../../prisma/sample-questions.jsonl', import.meta.url).pathname;

it('a command whose database goes away says so in a sentence', async () => {
  const databaseUrl = await createTestDatabase();
  await run(['import', samples], { DATABASE_URL: databaseUrl });
  const line = await createCutOff(databaseUrl);
  const client = new pg.Client(databaseUrl);
  await client.connect();
  // The run cannot save its result, so it is in progress when the connection is cut.
  await client.query('BEGIN');
  await client.query('LOCK TABLE analysis_items IN EXCLUSIVE MODE');
  const env = { DATABASE_URL: line.url, LOG_LEVEL: 'fatal' };
  const command = launch(['analyze', 'topics'], { env });
  const begun = `SELECT FROM analyses WHERE status = 'RUNNING'`;
  await expect.poll(async () => (await client.query(begun)).rowCount).toBe(1);
  await line.cut();
  await client.end();
  expect((await command.ended).code).toBe(1);
  expect(command.stderr()).toMatch(/^Lost the connection to the database \(.+\)\. Run .+\.\n$/);
});
