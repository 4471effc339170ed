import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../support/database.ts';
import { createDatabasePath, type DatabasePath } from '../support/database-path.ts';
import { record } from '../support/experiment-table.ts';
import { keepWriting, readQuestions } from '../support/ledger.ts';
import { createServices } from '../support/service.ts';
import { lockTable } from '../support/table-lock.ts';

const { start } = createServices();
// Shorter than the defaults, so that what is lost is noticed within the experiment.
const deadlines = { STATEMENT_TIMEOUT: '2s', LOCK_TIMEOUT: '1s', POOL_TIMEOUT: '1s' };

const faults: Record<string, (path: DatabasePath, databaseUrl: string) => Promise<void>> = {
  async 'a slow path'(path) {
    path.delay(100);
    await sleep(3000);
    await path.restore();
  },
  async 'connections that are reset'(path) {
    for (let count = 0; count < 6; count += 1) {
      await sleep(400);
      path.reset();
    }
  },
  async 'a path that is cut'(path) {
    await path.cut();
    await sleep(2000);
    await path.restore();
  },
  async 'a blackhole'(path) {
    path.blackhole();
    await sleep(3000);
    await path.restore();
  },
  async 'a lost path'(path) {
    path.lose();
    await sleep(500);
  },
  async 'a locked table'(_path, databaseUrl) {
    const lock = await lockTable(databaseUrl, 'questions');
    await sleep(3000);
    await lock.release();
  },
};

it.for(Object.entries(faults))('%s loses and doubles nothing', async ([name, inject], context) => {
  const databaseUrl = await createTestDatabase();
  const path = await createDatabasePath(databaseUrl);
  const service = await start({ DATABASE_URL: path.url, WORKERS: '0', ...deadlines });
  const ledger = keepWriting(() => [service.url]);
  await ledger.confirmed(20);
  await inject(path, databaseUrl);
  await ledger.confirmed(20);
  await ledger.stop();
  record(context, name, ledger.check(await readQuestions(databaseUrl)));
  expect(await service.end()).toEqual({ code: 0, signal: null });
});
