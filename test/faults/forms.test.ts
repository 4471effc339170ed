import { expect, it, vi } from 'vitest';
import { createCluster } from '../support/analysis-cluster.ts';
import { record } from '../support/experiment-table.ts';
import type { Program } from '../support/service.ts';
import { lockTable } from '../support/table-lock.ts';

const cluster = await createCluster();
await cluster.fill(500);
const service = await cluster.startService({
  ANONYMOUS_SCOPES: 'questions:read,quizzes:read,quizzes:write',
});
const noWait = { Prefer: 'wait=0' };
const [forms, length] = [3, 20];

async function ask(): Promise<string> {
  const request = { forms, length, max_per_topic: length, seed: 'kept' };
  const { status, body } = await service.rest('POST', '/forms', request, noWait);
  expect(status).toBe(202);
  return body.id;
}

/** What is stored of forms, which their readers may see at any time. */
async function read(id: string) {
  const [row] = await cluster.query<{ status: string; attempt: number; pinned: number }>(
    `SELECT status, attempt,
       (SELECT count(*)::int FROM form_questions WHERE form_id = forms.id) AS pinned
     FROM forms WHERE id = $1`,
    [id],
  );
  const { body } = await service.rest('GET', `/forms/${id}`);
  return { ...row, shown: body.forms.length, error: body.error?.code ?? null };
}

/** Kills a worker whose thread waits for this table, in the middle of what it does with it. */
async function killAt(table: string, start: () => Promise<Program>): Promise<void> {
  const lock = await lockTable(cluster.databaseUrl, table);
  const worker = await start();
  await vi.waitUntil(
    async () => {
      const [row] = await cluster.query<{ count: number }>(
        `SELECT count(*)::int FROM pg_stat_activity WHERE datname = current_database()
           AND application_name = 'quaestor forms' AND wait_event_type = 'Lock'`,
      );
      return row?.count === 1;
    },
    { timeout: 60_000, interval: 20 },
  );
  expect(await worker.end('SIGKILL')).toEqual({ code: null, signal: 'SIGKILL' });
  await lock.release();
}

const waitFor = (id: string, status: string) =>
  vi.waitUntil(async () => (await read(id)).status === status, { timeout: 90_000, interval: 100 });

it('forms whose worker is killed are assembled by the next one, whole', async (context) => {
  const id = await ask();
  await killAt('questions', cluster.startWorker);
  const interrupted = { status: 'RUNNING', pinned: 0, shown: 0, error: null };
  expect(await read(id)).toEqual({ ...interrupted, attempt: 1 });
  // The forms are found and half saved.
  await killAt('form_questions', cluster.startWorker);
  expect(await read(id)).toEqual({ ...interrupted, attempt: 2 });
  await cluster.startWorker();
  await waitFor(id, 'OPTIMAL');
  const whole = { status: 'OPTIMAL', attempt: 3, pinned: forms * length, shown: forms };
  const state = await read(id);
  record(context, 'kill -9 of the worker that assembles forms', {
    acknowledged: 1,
    present: Number(state.pinned === forms * length),
    lost: Number(state.status !== 'OPTIMAL'),
    doubled: Number((state.pinned ?? 0) > forms * length),
    failed: 0,
  });
  expect(state).toEqual({ ...whole, error: null });
}, 240_000);

it('forms whose worker is killed each time end, and say why', async () => {
  const id = await ask();
  // As if two had been killed before.
  await cluster.query(`UPDATE forms SET attempt = 2 WHERE id = $1`, [id]);
  await killAt('questions', cluster.startWorker);
  await cluster.startWorker();
  await waitFor(id, 'FAILED');
  const ended = { status: 'FAILED', attempt: 3, pinned: 0, shown: 0, error: 'worker_lost' };
  expect(await read(id)).toEqual(ended);
});
