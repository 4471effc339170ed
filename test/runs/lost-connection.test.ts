import { expect, it } from 'vitest';
import { makeRun } from '../support/analysis-states.ts';
import { createTestApp } from '../support/app.ts';

const service = await createTestApp({ env: { WORKERS: '1' } });
const { pool } = service.app.database;

// Without a listener, the error event of a connection would end the process.
it('survives the loss of a connection that is held without a query', async () => {
  const client = await pool.connect();
  const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
  const ended = new Promise<void>((resolve) => client.once('end', () => resolve()));
  await pool.query('SELECT pg_terminate_backend($1)', [rows[0]?.pid]);
  await ended;
  client.release(true);
  expect((await service.rest('GET', '/readyz')).status).toBe(200);
});

it('takes runs again after every connection was lost', async () => {
  await makeRun(service);
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
     WHERE datname = current_database() AND pid <> pg_backend_pid()`,
  );
  await makeRun(service);
  expect(service.logged.filter(({ level }) => level === 'error')).toEqual([]);
});
