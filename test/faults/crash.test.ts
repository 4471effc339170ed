import { describe, expect, it } from 'vitest';
import { type Cluster, createCluster, logOf, workerOf } from '../support/analysis-cluster.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import type { Environment, Program, Service } from '../support/service.ts';

const stopped = { code: 0, signal: null };

describe('a worker', async () => {
  const cluster = await createCluster();
  await cluster.fill(5_000);

  it('that is killed, or told to stop, in the middle of a run leaves it to another, on PostgreSQL', async () => {
    await outliveWorkers(cluster, {});
  });

  it.runIf(hasRedis)('the same on Redis', async () => {
    const { url } = await startRedis();
    await outliveWorkers(cluster, { REDIS_URL: url });
  });
});

async function outliveWorkers(cluster: Cluster, env: Environment): Promise<void> {
  const service = await cluster.startService(env);
  const [first, second] = await Promise.all([cluster.startWorker(env), cluster.startWorker(env)]);

  const handedBack = await interrupt(cluster, service, [first, second], 'SIGTERM');
  expect(await handedBack.victim.ended).toEqual(stopped);
  // In the same attempt: it was handed back, not found to be lost.
  await expectOneResult(cluster, service, handedBack.id, 1);

  const third = await cluster.startWorker(env);
  const workers = [handedBack.survivor, third];
  const killed = await interrupt(cluster, service, workers, 'SIGKILL');
  await expectOneResult(cluster, service, killed.id, 2);

  expect(await killed.survivor.end()).toEqual(stopped);
  expect(logOf(killed.survivor).filter(({ level }) => level === 'error')).toEqual([]);
  expect(await service.end()).toEqual(stopped);
}

/** Kills the worker that runs a run, and waits until another takes it over. */
async function interrupt(
  cluster: Cluster,
  service: Service,
  workers: readonly Program[],
  signal: NodeJS.Signals,
) {
  const id = await cluster.ask(service, 'quality');
  const victim = await workerOf(id, workers);
  const others = workers.filter((worker) => worker !== victim);
  victim.signal(signal);
  const survivor = await workerOf(id, others);
  return { id, victim, survivor };
}

async function expectOneResult(
  cluster: Cluster,
  service: Service,
  id: string,
  attempt: number,
): Promise<void> {
  await cluster.waitFor(id, 'SUCCEEDED');
  const { body } = await service.rest('GET', `/analysis/${id}`);
  expect(body).toMatchObject({ status: 'SUCCEEDED', attempt, progress: 1, question_count: 5_000 });
  const [kept] = await cluster.query<{ items: number; places: number }>(
    `SELECT count(*)::int AS items, count(DISTINCT position)::int AS places
     FROM analysis_items WHERE analysis_id = $1`,
    [id],
  );
  expect(kept).toEqual({ items: 5_000, places: 5_000 });
}
