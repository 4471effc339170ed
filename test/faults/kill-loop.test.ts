import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createCluster, logOf } from '../support/analysis-cluster.ts';
import type { Json } from '../support/app.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import type { Environment, Program } from '../support/service.ts';

const runs = 60;
const stores = ['PostgreSQL', ...(hasRedis ? ['Redis'] : [])];

// Ends are counted in published events and in stored rows: a second end would show in either.
it.each(stores)(
  'each run ends exactly once while workers are killed and stopped at random, on %s',
  async (store) => {
    const cluster = await createCluster();
    await cluster.fill(1_000);
    const env: Environment = store === 'Redis' ? { REDIS_URL: (await startRedis()).url } : {};
    const service = await cluster.startService({ ...env, RATE_LIMIT: 'off' });
    const ids: string[] = [];
    for (let index = 0; index < runs; index += 1) ids.push(await cluster.ask(service, 'quality'));
    const all: Program[] = [];
    const start = async () => {
      const worker = await cluster.startWorker(env);
      all.push(worker);
      return worker;
    };
    const workers = [await start(), await start()];
    const signals = { SIGKILL: 0, SIGTERM: 0 };
    const isDone = async () => {
      const [row] = await cluster.query<{ left: number }>(
        `SELECT count(*)::int AS left FROM analyses WHERE status IN ('QUEUED', 'RUNNING')`,
      );
      return row?.left === 0;
    };
    for (let turn = 0; !(await isDone()); turn += 1) {
      await sleep(500 + Math.random() * 3500);
      // Three losses end a run, so the kills are spread over many runs; then the workers are left
      // alone.
      if (signals.SIGKILL + signals.SIGTERM >= 16) continue;
      const victim = workers[turn % 2];
      const signal = Math.random() < 0.5 ? 'SIGKILL' : 'SIGTERM';
      signals[signal] += 1;
      victim?.signal(signal);
      await victim?.ended;
      workers[turn % 2] = await start();
    }
    const saved = all
      .flatMap(logOf)
      .filter(({ msg, outcome }: Json) => msg === 'Run ended' && outcome === 'saved');
    const rows = await cluster.query<Json>(
      `SELECT status, attempt, count(*)::int AS runs, sum(item_count)::int AS items, sum((
         SELECT count(*) FROM analysis_items WHERE analysis_id = analyses.id))::int AS stored
       FROM analyses GROUP BY status, attempt ORDER BY status, attempt`,
    );
    console.info(store, signals, `saved ${saved.length}`, rows);
    const succeeded = rows.filter(({ status }) => status === 'SUCCEEDED');
    // A worker may be killed between saving a result and logging it, but never saves a run twice.
    expect(new Set(saved.map(({ id }: Json) => id)).size).toBe(saved.length);
    expect(rows.reduce((sum, row) => sum + row.runs, 0)).toBe(runs);
    for (const { items, stored } of succeeded) expect(stored).toBe(items);
    for (const { status, attempt } of rows) {
      expect(status === 'SUCCEEDED' || (status === 'FAILED' && attempt === 3)).toBe(true);
    }
    expect(await service.end()).toEqual({ code: 0, signal: null });
  },
  600_000,
);
