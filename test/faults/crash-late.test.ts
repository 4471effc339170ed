import { describe, expect, it } from 'vitest';
import { createCluster, logOf, workerOf } from '../support/analysis-cluster.ts';

const stopped = { code: 0, signal: null };
const count = 5_000;

describe('a worker that goes silent', async () => {
  const cluster = await createCluster();
  await cluster.fill(count);
  const service = await cluster.startService();

  it('and comes back when its run is over elsewhere has its own result dropped', async () => {
    const workers = await Promise.all([cluster.startWorker(), cluster.startWorker()]);
    const id = await cluster.ask(service, 'quality');
    const silent = await workerOf(id, workers);
    silent.signal('SIGSTOP');
    expect(await cluster.findRun(id)).toMatchObject({ status: 'RUNNING', attempt: 1 });
    await cluster.expireLock(id);
    const other = await workerOf(
      id,
      workers.filter((worker) => worker !== silent),
    );
    const finished = await cluster.waitFor(id, 'SUCCEEDED');
    expect(finished).toMatchObject({ attempt: 2, item_count: count });

    silent.signal('SIGCONT');
    await silent.says('"msg":"Run ended"');
    expect(logOf(silent).find(({ msg }) => msg === 'Run ended')).toMatchObject({
      id,
      attempt: 1,
      outcome: expect.stringMatching(/stopped|terminated|dropped/),
    });
    // The late result changed nothing, and the silent worker continues with the next run.
    expect(await other.end()).toEqual(stopped);
    const next = await cluster.ask(service, 'coverage');
    await cluster.waitFor(next, 'SUCCEEDED');
    expect(await cluster.findRun(id)).toEqual(finished);
    const kept = await cluster.query('SELECT 1 FROM analysis_items WHERE analysis_id = $1', [id]);
    expect(kept).toHaveLength(count);
    expect(await silent.end()).toEqual(stopped);
    for (const worker of workers) {
      expect(logOf(worker).filter(({ level }) => level === 'error')).toEqual([]);
    }
  });

  it('three times ends the run with the reason, and others are run', async () => {
    const id = await cluster.ask(service, 'quality');
    for (const attempt of [1, 2, 3]) {
      const worker = await cluster.startWorker();
      await workerOf(id, [worker]);
      await worker.end('SIGKILL');
      expect(await cluster.findRun(id)).toMatchObject({ status: 'RUNNING', attempt });
      await cluster.expireLock(id);
      // The service sweeps as well, although it has no workers.
      await cluster.waitFor(id, attempt < 3 ? 'QUEUED' : 'FAILED');
    }
    const { body } = await service.rest('GET', `/analysis/${id}`);
    expect(body).toMatchObject({
      status: 'FAILED',
      attempt: 3,
      result: null,
      error: { code: 'worker_lost', detail: expect.stringContaining('lost 3 times') },
    });
    const worker = await cluster.startWorker();
    const next = await cluster.ask(service, 'coverage');
    expect(await cluster.waitFor(next, 'SUCCEEDED')).toMatchObject({ attempt: 1 });
    expect(await worker.end()).toEqual(stopped);
    expect(await cluster.findRun(id)).toMatchObject({ status: 'FAILED', attempt: 3 });
  });
});
