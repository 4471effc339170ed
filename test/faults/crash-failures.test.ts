import { describe, expect, it } from 'vitest';
import { type Cluster, createCluster, logOf } from '../support/analysis-cluster.ts';
import type { Service } from '../support/service.ts';

const stopped = { code: 0, signal: null };
const count = 4_000;

describe('a run that cannot be', async () => {
  const cluster = await createCluster();
  await cluster.fill(count);
  const service = await cluster.startService();

  it('done fails with a code, and the next one is run', async () => {
    const ids = [await cluster.ask(service, 'coverage'), await cluster.ask(service, 'coverage')];
    await change(cluster, ids[0], `analysis_type = 'astrology'`);
    await change(cluster, ids[1], `parameters = '{"items": "some"}'`);
    const worker = await cluster.startWorker();
    const valid = await cluster.ask(service, 'coverage');
    await cluster.waitFor(valid, 'SUCCEEDED');
    const errors = await Promise.all(ids.map(async (id) => (await cluster.findRun(id)).error));
    expect(errors).toMatchObject([
      {
        code: 'unknown_type',
        detail: 'This worker does not support the analysis type astrology. Update it.',
      },
      { code: 'internal_error', detail: expect.stringContaining(`id ${ids[1]}`) },
    ]);
    expect(logOf(worker).filter(({ level }) => level === 'error')).toMatchObject([
      { id: ids[1], type: 'coverage', msg: 'Run crashed' },
    ]);
    expect(await worker.end()).toEqual(stopped);
  });

  it('done in time fails with time_limit, and the next one is run', async () => {
    const slow = await cluster.ask(service, 'quality');
    const unlock = await cluster.lockQuestions();
    const worker = await cluster.startWorker({ ANALYSIS_TIMEOUT: '15s' });
    await expectFailure(cluster, slow, 'time_limit', 'longer than 15 s');
    await unlock();
    await expectNextRun(service);
    expect(await worker.end()).toEqual(stopped);
  });

  it('done since its connection was cut is taken up again', async () => {
    const id = await cluster.ask(service, 'quality');
    // Until the lock is released, the run waits for its questions.
    const unlock = await cluster.lockQuestions();
    const worker = await cluster.startWorker();
    const cut = () =>
      cluster.query(
        `SELECT pg_terminate_backend(pid) AS cut FROM pg_stat_activity WHERE wait_event_type = 'Lock'
           AND application_name = 'quaestor analysis' AND datname = current_database()`,
      );
    await expect.poll(cut, { interval: 50 }).toEqual([{ cut: true }]);
    await unlock();
    await worker.says('"msg":"Run abandoned"');
    const finished = await cluster.waitFor(id, 'SUCCEEDED', 'FAILED');
    expect(finished).toMatchObject({ status: 'SUCCEEDED', attempt: 2, item_count: count });
    expect(await worker.end()).toEqual(stopped);
  });

  it('done in so little memory fails with memory_limit, and the process goes on', async () => {
    const large = await cluster.ask(service, 'coverage');
    const responses = `SELECT json_agg(json_build_object('respondent', n)) FROM generate_series(1, 1200000) AS n`;
    await change(cluster, large, `input = json_build_object('responses', (${responses}))`);
    const worker = await cluster.startWorker({ ANALYSIS_MEMORY: '24mb' });
    await expectFailure(cluster, large, 'memory_limit', 'ANALYSIS_MEMORY');
    await expectNextRun(service);
    expect(await worker.end()).toEqual(stopped);
  });
});

async function change(cluster: Cluster, id: string | undefined, assignment: string): Promise<void> {
  await cluster.query(`UPDATE analyses SET ${assignment} WHERE id = $1`, [id]);
}

async function expectFailure(
  cluster: Cluster,
  id: string,
  code: string,
  words: string,
): Promise<void> {
  const failed = await cluster.waitFor(id, 'FAILED', 'SUCCEEDED');
  expect(failed).toMatchObject({
    status: 'FAILED',
    attempt: 1,
    error: { code, detail: expect.stringContaining(words) },
  });
}

async function expectNextRun(service: Service): Promise<void> {
  const { body } = await service.rest('GET', '/questions?limit=1');
  const request = { analysis_type: 'coverage', question_ids: [body.data[0].id] };
  const next = await service.rest('POST', '/analysis/run', request, { Prefer: 'wait=30' });
  expect(next.body).toMatchObject({ status: 'SUCCEEDED', attempt: 1, question_count: 1 });
}
