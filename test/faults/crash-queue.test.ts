import { Redis } from 'ioredis';
import { describe, expect, it, vi } from 'vitest';
import { type Cluster, createCluster, logOf, workerOf } from '../support/analysis-cluster.ts';
import { hasRedis, startRedis } from '../support/redis.ts';

const stopped = { code: 0, signal: null };
const count = 3_000;

describe('a run whose job is missing', async () => {
  const cluster = await createCluster();
  await cluster.fill(count);

  it('since it was saved and never queued is run all the same', async () => {
    const service = await cluster.startService({ WORKERS: '1' });
    const [id = ''] = await insertRuns(cluster);
    const finished = await cluster.waitFor(id, 'SUCCEEDED');
    expect(finished).toMatchObject({ attempt: 1 });
    // It was saved by an older version, and reports the one that executed it.
    expect(finished.engine_version).toBeGreaterThan(0);
    expect(finished.parameters).toMatchObject({ max_words: 40, language: expect.anything() });
    expect(await service.end()).toEqual(stopped);
  });

  it('is queued, however many there are', async () => {
    await insertRuns(cluster, 450);
    const service = await cluster.startService();
    const jobs = () => cluster.query('SELECT 1 FROM bullmq.job');
    await expect.poll(async () => (await jobs()).length).toBe(450);
    expect(await service.end()).toEqual(stopped);
    await cluster.query('TRUNCATE analyses CASCADE');
  });

  it('since the whole queue was lost while nothing ran is run after the next start', async () => {
    const service = await cluster.startService();
    const ids = [await cluster.ask(service, 'coverage'), await cluster.ask(service, 'coverage')];
    expect(await service.end()).toEqual(stopped);
    await cluster.query('DROP SCHEMA bullmq CASCADE');
    const later = await cluster.startService({ WORKERS: '1' });
    for (const id of ids)
      expect(await cluster.waitFor(id, 'SUCCEEDED')).toMatchObject({ attempt: 1 });
    expect(await later.end()).toEqual(stopped);
  });

  it('since the whole queue was lost under a service and a worker is run by them', async () => {
    const service = await cluster.startService();
    const worker = await cluster.startWorker();
    const before = await cluster.ask(service, 'coverage');
    await cluster.waitFor(before, 'SUCCEEDED');
    // Concurrent users take locks in another order, and PostgreSQL may abort this statement for a
    // deadlock.
    await vi.waitFor(() => cluster.query('DROP SCHEMA bullmq CASCADE'), { timeout: 90_000 });
    const id = await cluster.ask(service, 'coverage');
    expect(await cluster.waitFor(id, 'SUCCEEDED')).toMatchObject({ attempt: 1 });
    await expect.poll(async () => (await service.rest('GET', '/readyz')).status).toBe(200);
    const again = await cluster.ask(service, 'coverage');
    await cluster.waitFor(again, 'SUCCEEDED');
    expect(logOf(worker).length).toBeLessThan(100);
    expect(await worker.end()).toEqual(stopped);
    expect(await service.end()).toEqual(stopped);
  });

  it.runIf(hasRedis)('since Redis lost everything, or was away, is run', async () => {
    const redis = await startRedis();
    const env = { REDIS_URL: redis.url };
    const service = await cluster.startService(env);
    const worker = await cluster.startWorker(env);
    const running = await cluster.ask(service, 'quality');
    await workerOf(running, [worker]);
    const waiting = await cluster.ask(service, 'coverage');
    const client = new Redis(redis.url);
    await client.flushall();
    client.disconnect();
    for (const id of [running, waiting]) {
      expect(await cluster.waitFor(id, 'SUCCEEDED')).toMatchObject({ attempt: 1 });
    }
    await redis.kill();
    const [id = ''] = await insertRuns(cluster);
    expect(logOf(worker).filter(({ level }) => level === 'error')).toEqual([]);
    // Neither needs it in order to stop.
    expect(await worker.end()).toEqual(stopped);
    expect(await service.end()).toEqual(stopped);
    expect(await cluster.findRun(id)).toMatchObject({ status: 'QUEUED' });
  });
});

describe('a service that runs analyses itself', async () => {
  const cluster = await createCluster();
  await cluster.fill(count);

  it('is told to stop in the middle of one, and runs it after the next start', async () => {
    const service = await cluster.startService({ WORKERS: '1' });
    const id = await cluster.ask(service, 'quality');
    await workerOf(id, [service]);
    expect(await service.end()).toEqual(stopped);
    expect(await cluster.findRun(id)).toMatchObject({ status: 'QUEUED', attempt: 1, progress: 0 });
    const later = await cluster.startService({ WORKERS: '1' });
    const finished = await cluster.waitFor(id, 'SUCCEEDED');
    expect(finished).toMatchObject({ attempt: 1, item_count: count });
    expect(await later.end()).toEqual(stopped);
  });
});

/** Saves runs like a process that ends between saving and queueing; returns their ids. */
async function insertRuns(cluster: Cluster, number = 1): Promise<string[]> {
  const rows = await cluster.query<{ id: string }>(
    `INSERT INTO analyses (id, analysis_type, engine_version, status, parameters, question_count,
       created_by, job_id, created_at)
     SELECT gen_random_uuid(), 'quality', 0, 'QUEUED',
       '{"items":"none","rules":{},"max_words":40,"max_answer_words":10}', 0, 'anonymous',
       gen_random_uuid(), now()
     FROM generate_series(1, $1)
     RETURNING id`,
    [number],
  );
  return rows.map(({ id }) => id);
}
