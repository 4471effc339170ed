import { describe, expect, it } from 'vitest';
import { createCluster, logOf, workerOf } from '../support/analysis-cluster.ts';
import { createLocalServices, createServices } from '../support/service.ts';

const stopped = { code: 0, signal: null };

// The same with a thousand repetitions and real waits is in test/faults.
describe('workers', async () => {
  const cluster = await createCluster(createLocalServices());
  const processes = createServices();
  await cluster.fill(5);
  const service = await cluster.startService();

  it('finish 20 runs between them, each once', async () => {
    const workers = await Promise.all([cluster.startWorker(), cluster.startWorker()]);
    const asked = await Promise.all(
      Array.from({ length: 20 }, () => cluster.ask(service, 'coverage', { items: 'all' })),
    );
    for (const id of asked) {
      expect(await cluster.waitFor(id, 'SUCCEEDED', 'FAILED')).toMatchObject({
        status: 'SUCCEEDED',
        attempt: 1,
        item_count: 5,
      });
    }
    for (const worker of workers) expect(await worker.end()).toEqual(stopped);
    const begun = workers.flatMap(logOf).filter(({ msg }) => msg === 'Run started');
    expect(begun.map(({ id }) => id).sort()).toEqual(asked.sort());
  });

  it('take over the run of one that is killed', async () => {
    const id = await cluster.ask(service, 'coverage', { items: 'all' });
    // Until the lock is released, the run waits for its questions.
    const unlock = await cluster.lockQuestions();
    const killed = processes.launch(['worker'], { env: { DATABASE_URL: cluster.databaseUrl } });
    await workerOf(id, [killed]);
    await killed.destroy();
    await unlock();
    await cluster.expireLock(id);
    const survivor = await cluster.startWorker();
    expect(await cluster.waitFor(id, 'SUCCEEDED')).toMatchObject({ attempt: 2, item_count: 5 });
    expect(await survivor.end()).toEqual(stopped);
  });

  it('run what was saved and never queued', async () => {
    const [row] = await cluster.query<{ id: string }>(
      `INSERT INTO analyses (id, analysis_type, engine_version, status, parameters, question_count,
         created_by, job_id, created_at)
       VALUES (gen_random_uuid(), 'coverage', 0, 'QUEUED', '{}', 0, 'anonymous',
         gen_random_uuid(), now())
       RETURNING id`,
    );
    const worker = await cluster.startWorker();
    expect(await cluster.waitFor(row?.id ?? '', 'SUCCEEDED')).toMatchObject({ attempt: 1 });
    expect(await worker.end()).toEqual(stopped);
    expect(await service.end()).toEqual(stopped);
  });
});
