import { expect, it } from 'vitest';
import { postgresOf } from '../support/postgres.ts';
import { makeQuestion } from '../support/questions.ts';
import { createLocalServices, createServices } from '../support/service.ts';

const { makeDataDir, start } = createLocalServices();
const processes = createServices();

// Restarts, kills of PostgreSQL itself and stale pid files are in test/faults/durability.test.ts.
it('the PostgreSQL of a killed service is taken over by the next start, with its data', async () => {
  const DATA_DIR = await makeDataDir({ state: 'initialized' });
  const killed = await processes.start({ DATA_DIR });
  expect((await killed.rest('POST', '/questions', makeQuestion())).status).toBe(201);
  const before = await postgresOf(DATA_DIR);
  await killed.end('SIGKILL');
  const service = await start({ DATA_DIR });
  expect(await postgresOf(DATA_DIR)).toEqual(before);
  expect(await service.count()).toBe(1);
});
