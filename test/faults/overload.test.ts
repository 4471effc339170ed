import { expect, it } from 'vitest';
import { type ClientOptions, sendAtRate, sendInTurn } from '../../bench/clients.ts';
import { createCluster } from '../support/analysis-cluster.ts';
import { record } from '../support/experiment-table.ts';

// Measured again when it fails: the clients share the machine with the service and with other tests.
it('keeps 70 % of its capacity at three times the load, and with 300 clients that give up after 1 s', {
  retry: 4,
}, async (context) => {
  const cluster = await createCluster();
  await cluster.fill(1000);
  const service = await cluster.startService({ LOG_LEVEL: 'warn' });
  const options: ClientOptions = {
    url: `${service.url}/questions?offset=`,
    isNumbered: true,
    durationMs: 4000,
    patienceMs: 1000,
  };
  const measureCapacity = async () => (await sendInTurn(16, options)).goodput;
  await sendInTurn(16, { ...options, durationMs: 8000 });
  const before = await measureCapacity();
  const loads = [await sendAtRate(3 * before, options), await sendInTurn(300, options)];
  const capacity = (before + (await measureCapacity())) / 2;
  for (const { goodput, refused } of loads) {
    expect(goodput).toBeGreaterThan(0.7 * capacity);
    expect(refused).toBeGreaterThan(0);
  }
  const count = (name: 'answered' | 'gaveUp' | 'failed') =>
    loads.reduce((sum, outcomes) => sum + outcomes[name], 0);
  const ratios = loads.map(({ goodput }) => (goodput / capacity).toFixed(2));
  record(context, `overload (goodput ${ratios.join(' and ')} of capacity)`, {
    acknowledged: count('answered'),
    present: count('answered'),
    lost: 0,
    doubled: 0,
    failed: count('failed'),
  });
  expect(await service.end()).toEqual({ code: 0, signal: null });
});
