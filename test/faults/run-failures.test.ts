import { describe, expect, it } from 'vitest';
import { makeRun } from '../support/analysis-states.ts';
import { createTestApp, type Json, type TestApp } from '../support/app.ts';
import { startEmbeddingsServer } from '../support/embeddings-server.ts';
import { makeQuestion } from '../support/questions.ts';

const provider = await startEmbeddingsServer();
const env = { WORKERS: '1', EMBEDDINGS_URL: provider.url, EMBEDDINGS_MODEL: 'test' };

async function createService(more: Record<string, string> = {}): Promise<TestApp> {
  const service = await createTestApp({ env: { ...env, ...more } });
  await service.rest('POST', '/questions', [makeQuestion(), makeQuestion()]);
  return service;
}

const run = async ({ rest }: TestApp, type: string, parameters: object = {}): Promise<Json> => {
  const requested = { analysis_type: type, parameters };
  return (await rest('POST', '/analysis/run', requested, { prefer: 'wait=30' })).body;
};

/** Checks a failed run, and that the next one is accepted. */
async function expectFailure(service: TestApp, body: Json, code: string): Promise<void> {
  expect(body).toMatchObject({ status: 'FAILED', result: null, summary: null, stale: false });
  expect(body.error).toEqual({ code, detail: expect.stringMatching(/^[A-Z\d].*\.$/) });
  expect([body.attempt, body.item_count]).toEqual([1, null]);
  expect(body.duration_ms).toBeGreaterThanOrEqual(0);
  const { rest, graphql } = service;
  expect((await rest('POST', `/analysis/${body.id}/cancel`)).status).toBe(409);
  const { body: reported } = await graphql(
    `{ analysis(id: "${body.id}") { error { code detail } typedResult { __typename } } }`,
  );
  expect(reported.data.analysis).toEqual({ error: body.error, typedResult: null });
  await makeRun(service);
  expect((await rest('GET', '/analysis?status=FAILED')).body.page.total).toBe(1);
}

describe('a run fails', () => {
  it('when it takes longer than it may', async () => {
    const service = await createService({ ANALYSIS_TIMEOUT: '15s' });
    provider.always = 'hang';
    const body = await run(service, 'semantic');
    provider.always = undefined;
    await expectFailure(service, body, 'time_limit');
    expect(body.error.detail).toContain('15 s');
    expect(body.duration_ms).toBeGreaterThanOrEqual(15_000);
  });

  it('not because its time limit is longer than a timer of Node.js can wait', async () => {
    const service = await createTestApp({ env: { WORKERS: '1', ANALYSIS_TIMEOUT: '30d' } });
    const body = await run(service, 'coverage');
    expect([body.status, body.error]).toEqual(['SUCCEEDED', null]);
  });

  it('when it would need more memory than it may have', async () => {
    const service = await createService({ ANALYSIS_MEMORY: '64mb' });
    await service.app.database.pool.query(
      `INSERT INTO questions (id, question_text, correct_answer, incorrect_answers, category,
         difficulty, created_at, updated_at)
       SELECT gen_random_uuid(), 'Question ' || n, 'Answer', '{}', 'Science', 1, now(), now()
       FROM generate_series(1, 9000) n`,
    );
    const body = await run(service, 'semantic');
    await expectFailure(service, body, 'memory_limit');
    expect(body.error.detail).toContain('ANALYSIS_MEMORY');
  });

  it('when its provider refuses', async () => {
    const service = await createService();
    provider.always = { status: 401, body: '{"error":{"message":"No such key."}}' };
    const body = await run(service, 'semantic');
    provider.always = undefined;
    await expectFailure(service, body, 'embeddings_refused');
  });

  it('when there is a bug, of which the caller learns nothing but the id to quote', async () => {
    const service = await createService();
    const { pool } = service.app.database;
    await makeRun(service);
    await pool.query('ALTER TABLE analysis_items RENAME COLUMN item TO hidden');
    const body = await run(service, 'coverage', { items: 'all' });
    await pool.query('ALTER TABLE analysis_items RENAME COLUMN hidden TO item');
    await expectFailure(service, body, 'internal_error');
    expect(body.error.detail).toContain(body.id);
    expect(JSON.stringify(body)).not.toContain('analysis_items');
    const bugs = service.logged.filter(({ level }) => level === 'error');
    expect(bugs.map(({ msg, id, type }) => [msg, id, type])).toEqual([
      ['Run crashed', body.id, 'coverage'],
    ]);
    expect(bugs[0].err.message).toContain('analysis_items');
  });
});
