import pg from 'pg';
import { describe, expect, it, vi } from 'vitest';
import { makeRun } from '../support/analysis-states.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';
import { lockTable } from '../support/table-lock.ts';

const service = await createTestApp({ env: { WORKERS: '1' } });
const { rest, graphql, logged } = service;

/** Two questions and a run about them. */
async function makeUsed() {
  const { body } = await rest('POST', '/questions', [makeQuestion(), makeQuestion()]);
  const [one, other] = body.data.map(({ id }: Json) => id) as [string, string];
  const requested = { analysis_type: 'answers', question_ids: [one, other] };
  const made = await rest(
    'POST',
    '/analysis/run',
    { ...requested, parameters: { items: 'all' } },
    { prefer: 'wait=30' },
  );
  expect([made.body.status, made.body.stale]).toEqual(['SUCCEEDED', false]);
  return { one, other, run: made.body };
}

const isStale = async (id: string) => (await rest('GET', `/analysis/${id}`)).body.stale;

describe('a run is stale', () => {
  it('after a question it used was changed', async () => {
    const { one, run } = await makeUsed();
    await rest('PATCH', `/questions/${one}`, { correct_answer: 'Changed' });
    expect(await isStale(run.id)).toBe(true);
    const { body } = await graphql(`{ analysis(id: "${run.id}") { stale } }`);
    expect(body.data.analysis.stale).toBe(true);
    const { body: listed } = await rest('GET', `/analysis?question_id=${one}`);
    expect(listed.data.map(({ id, stale }: Json) => [id, stale])).toEqual([[run.id, true]]);
  });

  it('after a question it used was deleted, and also when it is there again', async () => {
    const { other, run } = await makeUsed();
    await rest('DELETE', `/questions/${other}`);
    expect(await isStale(run.id)).toBe(true);
    const restored = await rest('POST', `/questions/${other}/restore`, { version: 1 });
    expect(restored.status).toBe(200);
    expect(await isStale(run.id)).toBe(true);
  });

  it('after a question it used was brought back to an older version', async () => {
    const { body } = await rest('POST', '/questions', makeQuestion());
    await rest('PATCH', `/questions/${body.id}`, { difficulty: 0 });
    const { body: run } = await rest(
      'POST',
      '/analysis/run',
      { analysis_type: 'coverage', question_ids: [body.id] },
      { prefer: 'wait=30' },
    );
    expect(run.stale).toBe(false);
    await rest('POST', `/questions/${body.id}/restore`, { version: 1 });
    expect(await isStale(run.id)).toBe(true);
  });

  it('after a question was changed that it found in the bank', async () => {
    const text = 'Which bird of the bank sings the same song twice?';
    const { body } = await rest('POST', '/questions', [
      makeQuestion({ question_text: text }),
      makeQuestion({ question_text: text }),
      makeQuestion(),
    ]);
    const [selected, found, other] = body.data.map(({ id }: Json) => id);
    const requested = {
      analysis_type: 'duplicates',
      question_ids: [selected],
      parameters: { against: 'bank' },
    };
    const { body: run } = await rest('POST', '/analysis/run', requested, { prefer: 'wait=30' });
    expect(run).toMatchObject({ status: 'SUCCEEDED', stale: false, question_count: 1 });
    expect(run.result.pairs).toMatchObject([{ a: selected, b: found }]);
    await rest('PATCH', `/questions/${other}`, { difficulty: 2 });
    expect(await isStale(run.id)).toBe(false);
    await rest('PATCH', `/questions/${found}`, { difficulty: 2 });
    expect(await isStale(run.id)).toBe(true);
  });

  it('not after a change that changes nothing, or that is about others', async () => {
    const { one, run } = await makeUsed();
    const { body } = await rest('GET', `/questions/${one}`);
    await rest('PUT', `/questions/${one}`, body);
    const { body: stranger } = await rest('POST', '/questions', makeQuestion());
    await rest('PATCH', `/questions/${stranger.id}`, { difficulty: 0 });
    await rest('DELETE', `/questions/${stranger.id}`);
    expect(await isStale(run.id)).toBe(false);
  });

  it('not when the change came before it', async () => {
    const { one, run } = await makeUsed();
    await rest('PATCH', `/questions/${one}`, { correct_answer: 'Before' });
    const { body: later } = await rest(
      'POST',
      '/analysis/run',
      { analysis_type: 'answers', question_ids: [one] },
      { prefer: 'wait=30' },
    );
    expect([await isStale(run.id), await isStale(later.id)]).toEqual([true, false]);
  });

  it('not when it has no result', async () => {
    const { body } = await rest('POST', '/questions', makeQuestion());
    const id = await makeRun(service, 'RUNNING');
    await rest('PATCH', `/questions/${body.id}`, { difficulty: 0 });
    expect(await isStale(id)).toBe(false);
  });

  it('after any one of very many', async () => {
    const { app } = service;
    await app.database.pool.query(
      `INSERT INTO questions (id, question_text, correct_answer, incorrect_answers, category,
         difficulty, source, created_at, updated_at)
       SELECT gen_random_uuid(), 'Question ' || n, 'Answer', '{}', 'Science', 1, 'many', now(), now()
       FROM generate_series(1, 3000) n`,
    );
    const { body: run } = await rest(
      'POST',
      '/analysis/run',
      { analysis_type: 'coverage', selection: { source: 'many' } },
      { prefer: 'wait=30' },
    );
    expect([run.question_count, run.stale]).toEqual([3000, false]);
    const { body } = await rest('GET', '/questions?source=many&limit=1&offset=2999');
    await rest('PATCH', `/questions/${body.data[0].id}`, { difficulty: 2 });
    expect(await isStale(run.id)).toBe(true);
  });
});

it('is read from the database once for all runs of a page', async () => {
  const runs = [await makeUsed(), await makeUsed(), await makeUsed()];
  await rest('PATCH', `/questions/${runs[1]?.one}`, { correct_answer: 'Changed' });
  const query = vi.spyOn(pg.Client.prototype, 'query');
  const { body } = await rest('GET', '/analysis?analysis_type=answers&limit=3');
  const statements = query.mock.calls.map(([statement]) => JSON.stringify(statement));
  query.mockRestore();
  expect(body.data.map(({ stale }: Json) => stale)).toEqual([false, true, false]);
  // The event of the change may be read at the same time.
  const own = statements.filter((text) => !text.includes('change_log'));
  expect(own.filter((text) => text.includes('question_versions'))).toHaveLength(1);
});

it('runs are listed, stale or not, while the table of questions is locked', async () => {
  const { one, run } = await makeUsed();
  const { run: current } = await makeUsed();
  await rest('PATCH', `/questions/${one}`, { correct_answer: 'Changed' });
  const lock = await lockTable(service.app.database.url, 'questions');
  const { status, body } = await rest('GET', '/analysis?limit=2');
  await lock.release();
  expect(status).toBe(200);
  expect(body.data.map(({ id, stale }: Json) => [id, stale])).toEqual([
    [current.id, false],
    [run.id, true],
  ]);
});

describe('a result', () => {
  it('stays readable after its questions are gone', async () => {
    const { one, other, run } = await makeUsed();
    for (const id of [one, other]) await rest('DELETE', `/questions/${id}`);
    const { body } = await rest('GET', `/analysis/${run.id}`);
    expect(body).toEqual({ ...run, stale: true });
    expect(body.result.items.map((item: Json) => item.question_id).sort()).toEqual(
      [one, other].sort(),
    );
    const { body: listed } = await rest('GET', `/analysis?question_id=${one}`);
    expect(listed.data.map(({ id }: Json) => id)).toEqual([run.id]);
  });

  it('says how many of its questions were gone before it began', async () => {
    const idle = await createTestApp();
    const { body } = await idle.rest('POST', '/questions', [makeQuestion(), makeQuestion()]);
    const ids = body.data.map(({ id }: Json) => id);
    const requested = { analysis_type: 'coverage', question_ids: ids };
    const asked = await idle.rest('POST', '/analysis/run', requested, { prefer: 'wait=0' });
    expect(asked.body).toMatchObject({ status: 'QUEUED', question_count: 2 });
    await idle.rest('DELETE', `/questions/${ids[0]}`);
    const env = { WORKERS: '1', DATABASE_URL: idle.app.database.url };
    const worker = await createTestApp({ env });
    const read = async () => (await worker.rest('GET', `/analysis/${asked.body.id}`)).body;
    await expect.poll(async () => (await read()).status, { timeout: 30_000 }).toBe('SUCCEEDED');
    const run = await read();
    expect([run.question_count, run.summary.evaluated, run.stale]).toEqual([1, 1, false]);
    expect(run.result.warnings).toContainEqual({
      code: 'questions_gone',
      detail: '1 of the 2 requested questions were deleted before the run started.',
    });
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
