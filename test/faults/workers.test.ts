import { describe, expect, it, vi } from 'vitest';
import { createCluster, logOf, workerOf } from '../support/analysis-cluster.ts';
import { record } from '../support/experiment-table.ts';
import type { Program } from '../support/service.ts';

const stopped = { code: 0, signal: null };
const runs = 1000;

describe('two workers', async () => {
  const cluster = await createCluster();
  const service = await cluster.startService();

  it(`finish ${runs} runs, each once`, { timeout: 360_000 }, async () => {
    await cluster.fill(5);
    const workers = await Promise.all([cluster.startWorker(), cluster.startWorker()]);
    const ask = () => cluster.ask(service, 'coverage', { items: 'all' });
    const asked = await inParallel(20, runs, ask);
    expect(new Set(asked).size).toBe(runs);
    const count = async () => {
      const [row] = await cluster.query<{ done: number }>(
        `SELECT count(*)::int AS done FROM analyses WHERE status NOT IN ('QUEUED', 'RUNNING')`,
      );
      return row?.done;
    };
    await expect.poll(count, { timeout: 300_000, interval: 100 }).toBe(runs);
    const outcomes = await cluster.query(
      `SELECT status, attempt, item_count, count(*)::int AS runs, sum((
         SELECT count(*) FROM analysis_items WHERE analysis_id = analyses.id))::int AS items
       FROM analyses GROUP BY status, attempt, item_count`,
    );
    expect(outcomes).toEqual([
      { status: 'SUCCEEDED', attempt: 1, item_count: 5, runs, items: 5 * runs },
    ]);
    // The last line of a log may arrive after its run is done: an ended worker has printed all.
    for (const worker of workers) expect(await worker.end()).toEqual(stopped);
    const begun = workers.map(idsBegun);
    expect(begun.flat().sort()).toEqual(asked.sort());
    for (const ids of begun) expect(ids.length).toBeGreaterThan(runs / 10);
  });

  it('stop a run soon after it is cancelled at the service', async () => {
    await cluster.fill(10_000);
    const workers = await Promise.all([cluster.startWorker(), cluster.startWorker()]);
    const id = await cluster.ask(service, 'quality');
    const worker = await workerOf(id, workers);
    await vi.waitUntil(async () => (await cluster.findRun(id)).progress > 0, { timeout: 90_000 });
    const { status, body } = await service.rest('POST', `/analysis/${id}/cancel`);
    expect({ status, state: body.status }).toEqual({ status: 200, state: 'CANCELLED' });
    await worker.says('"msg":"Run ended"');
    const ended = logOf(worker).find(({ msg }) => msg === 'Run ended');
    expect(ended).toMatchObject({
      id,
      outcome: expect.stringMatching(/stopped|terminated/),
      reason: 'revoked',
    });
    const run = await cluster.findRun(id);
    expect(run).toMatchObject({ status: 'CANCELLED', attempt: 1, item_count: null });
    // Both timestamps are from this machine's clock; 200 ms when it is idle.
    const delay = Date.parse(ended.time) - (run.finished_at?.getTime() ?? 0);
    expect(delay).toBeLessThan(5000);
    for (const one of workers) expect(await one.end()).toEqual(stopped);
  });

  it('cancel each run once when two nodes are asked for it at the same time', async (context) => {
    const other = await cluster.startService();
    const workers = await Promise.all([cluster.startWorker(), cluster.startWorker()]);
    const cancels = 10;
    let [once, cancelled, failed] = [0, 0, 0];
    for (let count = 0; count < cancels; count += 1) {
      const id = await cluster.ask(service, 'quality');
      await workerOf(id, workers);
      const answers = await Promise.all(
        [service, other].map((node) => node.rest('POST', `/analysis/${id}/cancel`)),
      );
      const statuses = answers.map(({ status }) => status).sort();
      if (statuses.join() === '200,409') once += 1;
      failed += statuses.filter((status) => ![200, 409].includes(status)).length;
      const { status, item_count } = await cluster.findRun(id);
      if (status === 'CANCELLED' && item_count === null) cancelled += 1;
    }
    record(context, 'cancels on two nodes at once', {
      acknowledged: once,
      present: cancelled,
      lost: cancels - cancelled,
      doubled: cancels - once,
      failed,
    });
    for (const one of [...workers, other]) {
      const ending = await one.end();
      expect(ending, one.stderr()).toEqual(stopped);
    }
    expect(await service.end()).toEqual(stopped);
  });
});

function idsBegun(worker: Program): string[] {
  return logOf(worker).flatMap(({ msg, id }) => (msg === 'Run started' ? [id] : []));
}

/** Makes `count` calls with limited concurrency. */
async function inParallel<T>(width: number, count: number, call: () => Promise<T>): Promise<T[]> {
  const results: T[] = [];
  let begun = 0;
  const work = async () => {
    while (begun < count) {
      begun += 1;
      results.push(await call());
    }
  };
  await Promise.all(Array.from({ length: width }, work));
  return results;
}
