import { expect, it, onTestFinished } from 'vitest';
import { type ClientOptions, type Outcomes, sendAtRate, sendInTurn } from '../../bench/clients.ts';
import { cpuOf } from '../../bench/cpu-time.ts';
import { createCluster } from '../support/analysis-cluster.ts';
import { record } from '../support/experiment-table.ts';

/** Many more requests than three times what can be served, so that mostly refusals are measured. */
const overload = 5;

// The clients share two cores with the service and with other tests, so that the CPU of the service is what
// tells whether refusals leave enough of it to the others. `npm run bench -- overload` measures by time.
it('keeps most of its capacity at three times the load, and with 300 clients that give up', {
  retry: 4,
}, async (context) => {
  const cluster = await createCluster();
  await cluster.fill(1000);
  const service = await cluster.startService({ LOG_LEVEL: 'warn' });
  // One that is left by a failure would take CPU from the next try.
  onTestFinished(async () => void (await service.destroy()));
  const options: ClientOptions = {
    url: `${service.url}/questions?offset=`,
    isNumbered: true,
    durationMs: 60_000,
    patienceMs: 20_000,
  };
  const measure = async (send: () => Promise<Outcomes>) => {
    const before = cpuOf(service.pid);
    const outcomes = await send();
    const cpuMs = cpuOf(service.pid) - before;
    return { ...outcomes, cpuMs, cpuPerAnswer: cpuMs / outcomes.answered };
  };
  const measureCapacity = () => measure(() => sendInTurn(16, { ...options, amount: 2000 }));
  // A service gets faster while it is measured.
  await measureCapacity();
  await sendAtRate(2000, { ...options, durationMs: 2000 });
  const before = await measureCapacity();
  // On a slow machine clients wait longer, or all of them give up.
  const patienceMs = Math.max(1000, 5e5 / before.goodput);
  const impatient = { ...options, durationMs: 3000, patienceMs };
  const atRate: (typeof before)[] = [];
  for (let round = 0; round < 3; round += 1) {
    atRate.push(await measure(() => sendAtRate(overload * before.goodput, impatient)));
  }
  const inTurn = await measure(() => sendInTurn(300, impatient));
  const after = await measureCapacity();
  const mean = (name: 'goodput' | 'cpuPerAnswer') => (before[name] + after[name]) / 2;

  const served = mean('cpuPerAnswer');
  // That of the round which others disturbed the least.
  const refused = Math.min(
    ...atRate.map((load) => (load.cpuMs - load.answered * served) / (load.refused + load.gaveUp)),
  );
  // Of a load of 3, so much is served that this and the refusals of the rest take a CPU of 1.
  const shareAtTriple = (1 - (3 * refused) / served) / (1 - refused / served);
  const shareInTurn = served / inTurn.cpuPerAnswer;
  const costs = `a refusal took ${refused.toFixed(3)} ms of CPU, an answer ${served.toFixed(3)} ms`;
  // Both have to reload the caches of the CPU after other processes, and refusals lose more by that.
  expect(shareAtTriple, costs).toBeGreaterThan(0.6);
  expect(shareInTurn).toBeGreaterThan(0.7);
  for (const load of [...atRate, inTurn]) {
    expect(load.refused).toBeGreaterThan(0);
    // Most of the machine is taken by the clients and by other tests; a service that stalls gives nothing.
    expect(load.goodput).toBeGreaterThan(0.1 * mean('goodput'));
  }
  const count = (name: 'answered' | 'failed') =>
    [...atRate, inTurn].reduce((sum, load) => sum + load[name], 0);
  const shares = `${shareAtTriple.toFixed(2)} and ${shareInTurn.toFixed(2)}`;
  record(context, `overload (keeps ${shares} of its capacity)`, {
    acknowledged: count('answered'),
    present: count('answered'),
    lost: 0,
    doubled: 0,
    failed: count('failed'),
  });
  expect(await service.end()).toEqual({ code: 0, signal: null });
});
