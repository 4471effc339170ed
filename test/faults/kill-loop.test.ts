import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createCluster, logOf } from '../support/analysis-cluster.ts';
import type { Json } from '../support/app.ts';
import { record } from '../support/experiment-table.ts';
import { hasRedis, type Redis, startRedis } from '../support/redis.ts';
import type { Environment, Program } from '../support/service.ts';

const runs = 40;
const stores = ['PostgreSQL', ...(hasRedis ? ['Redis'] : [])];

// Ends are counted in published events and in stored rows: a second end would show in either.
it.for(stores)(
  'each run ends exactly once while workers are killed and stopped at random, on %s',
  { timeout: 600_000 },
  async (store, context) => {
    const cluster = await createCluster();
    await cluster.fill(1_000);
    let redis: Redis | undefined = store === 'Redis' ? await startRedis() : undefined;
    const env: Environment = redis ? { REDIS_URL: redis.url } : {};
    const nodes = [await cluster.startService(env), await cluster.startService(env)] as const;
    const ids: string[] = [];
    for (let index = 0; index < runs; index += 1) {
      ids.push(await cluster.ask(nodes[index % 2 === 0 ? 0 : 1], 'quality'));
    }
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
      if (signals.SIGKILL + signals.SIGTERM >= 10) continue;
      // Once, Redis itself is lost with all it held, and starts again where it was.
      if (redis && turn === 4) {
        await redis.kill();
        redis = await startRedis(Number(new URL(redis.url).port));
      }
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
    const succeeded = rows.filter(({ status }) => status === 'SUCCEEDED');
    // A worker may be killed between saving a result and logging it, but never saves a run twice.
    expect(new Set(saved.map(({ id }: Json) => id)).size).toBe(saved.length);
    expect(rows.reduce((sum, row) => sum + row.runs, 0)).toBe(runs);
    for (const { items, stored } of succeeded) expect(stored).toBe(items);
    for (const { status, attempt } of rows) {
      expect(status === 'SUCCEEDED' || (status === 'FAILED' && attempt === 3)).toBe(true);
    }
    const ended = rows.reduce((sum, row) => sum + row.runs, 0);
    record(context, `2 nodes, 2 workers, ${store}, ${signals.SIGKILL} kills`, {
      acknowledged: ids.length,
      present: ended,
      lost: ids.length - ended,
      doubled: saved.length - new Set(saved.map(({ id }: Json) => id)).size,
      failed: succeeded.filter(({ items, stored }) => items !== stored).length,
    });
    for (const node of nodes) expect(await node.end()).toEqual({ code: 0, signal: null });
  },
);
