import { expect, it } from 'vitest';
import { measureTurns } from '../../bench/event-loop.ts';
import { createCluster } from '../support/analysis-cluster.ts';

/** CPU milliseconds of the main thread, so that a busy machine makes no difference. */
const maxTurnMs = 200;

it('delays others by no large request, whether it is accepted or refused', {
  timeout: 600_000,
}, async () => {
  const cluster = await createCluster();
  await cluster.fill(60_000);
  const rows = await measureTurns(cluster.databaseUrl, 2);

  expect(rows.filter(({ status }) => status >= 500)).toEqual([]);
  expect(rows.filter(({ turns }) => Math.max(...turns) > maxTurnMs)).toEqual([]);
  // Of the bulk insert: else the meter saw nothing.
  expect(Math.max(...(rows[0]?.turns ?? []))).toBeGreaterThan(0);
});
