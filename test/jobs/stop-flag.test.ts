import { afterAll, expect, it } from 'vitest';
import { planRun } from '../../src/analyses/run-request.ts';
import { readConfig } from '../../src/config.ts';
import { cancelRun, claimRun } from '../../src/db/analysis-store.ts';
import { connectDatabase } from '../../src/db/database.ts';
import { saveRun } from '../../src/db/new-run.ts';
import { inTransaction } from '../../src/db/transaction.ts';
import { embeddingsProvider } from '../../src/jobs/embeddings.ts';
import { createRunner } from '../../src/jobs/runner.ts';
import { createLog } from '../../src/log.ts';
import type { Json } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { holdRuns } from '../support/held-runs.ts';

const held = await holdRuns();
const logged: Json[] = [];
const log = createLog(
  { level: 'info', isPretty: false },
  { write: (line) => void logged.push(JSON.parse(line)) },
);
const database = connectDatabase({ url: await createTestDatabase(), poolSize: 2, log });
afterAll(() => database.close());
await database.pool.query(
  `INSERT INTO questions (id, question_text, correct_answer, incorrect_answers, category, difficulty)
   SELECT gen_random_uuid(), 'Question ' || n, 'Answer', '{}', 'Science', 1 FROM generate_series(1, 9) n`,
);

/** A thread is terminated only after minutes: one that ends earlier has stopped cooperatively. */
const runner = createRunner({
  database,
  threads: 1,
  timeLimit: 60,
  memoryLimit: 2 ** 30,
  embeddings: embeddingsProvider(readConfig(held.env)),
  stopGraceMs: 300_000,
  publish: async () => undefined,
  log,
});
afterAll(() => runner.close());

async function startRun(signal: AbortSignal) {
  const plan = planRun({ analysisType: 'semantic', parameters: {} });
  const frame = { questionCount: 9, by: 'test', at: new Date() };
  const id = await inTransaction(database, (transaction) => saveRun(transaction, plan, frame));
  const claimed = await claimRun(database, { id, jobId: id }, 60);
  if (!claimed) throw new Error('The run was not claimed.');
  const running = runner.run(claimed, signal);
  await held.waiting();
  return { id, running };
}

const read = async (id: string) =>
  (await database.pool.query('SELECT status, attempt FROM analyses WHERE id = $1', [id])).rows[0];
const endOf = (id: string) => logged.find((line) => line.id === id && line.msg === 'Run ended');

it('a cancelled run sees the stop flag and stops without its thread being terminated', async () => {
  const { id, running } = await startRun(new AbortController().signal);
  await cancelRun(database.prisma, id);
  runner.cancel(id);
  expect(await running).toBe('done');
  expect(endOf(id)).toMatchObject({ outcome: 'stopped', reason: 'revoked' });
  expect(await read(id)).toEqual({ status: 'CANCELLED', attempt: 1 });
});

it('a released run does so too, and is QUEUED again with the same attempt', async () => {
  const release = new AbortController();
  const { id, running } = await startRun(release.signal);
  release.abort();
  expect(await running).toBe('returned');
  expect(endOf(id)).toMatchObject({ outcome: 'stopped', reason: 'released' });
  expect(await read(id)).toEqual({ status: 'QUEUED', attempt: 1 });
});
