import { beforeAll, expect, it } from 'vitest';
import { staleQuery } from '../../src/db/stale-runs.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { app, rest } = await createTestApp({ env: { WORKERS: '1' } });
const bankSize = 1000;
let questions: Json[] = [];

beforeAll(async () => {
  const contents = Array.from({ length: bankSize }, (_, n) =>
    makeQuestion({ question_text: `Question ${n}?` }),
  );
  questions = (await rest('POST', '/questions', contents)).body.data;
});

/** A run of the whole bank. */
async function run(): Promise<string> {
  const requested = { analysis_type: 'coverage', parameters: { items: 'none' } };
  const { body } = await rest('POST', '/analysis/run', requested, { prefer: 'wait=30' });
  expect([body.status, body.question_count >= bankSize]).toEqual(['SUCCEEDED', true]);
  return body.id;
}

/** Whether each run is stale, and how many rows of the history PostgreSQL read to find out. */
async function examine(ids: string[], rewrites: string | null = null) {
  const { text, values } = staleQuery(ids.map((id) => ({ id, rewrites })));
  const { rows } = await app.database.pool.query(text, values);
  const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
  const { rows: plans } = await app.database.pool.query(explain, values);
  return {
    stale: rows.map(({ isStale }) => isStale),
    rewrites: rows[0].rewrites as string,
    read: countReads(plans[0]['QUERY PLAN'][0].Plan),
  };
}

function countReads(node: Json): number {
  const isHistory = node['Relation Name'] === 'question_versions';
  const loops = isHistory ? node['Actual Loops'] * Math.max(1, node['Actual Rows']) : 0;
  return (node.Plans ?? []).reduce((sum: number, plan: Json) => sum + countReads(plan), loops);
}

it('needs no look at the history of questions while none was rewritten', async () => {
  const ids = [await run(), await run()];
  expect(await examine(ids)).toMatchObject({ stale: [false, false], read: 0 });
  await rest('POST', '/questions', makeQuestion());
  expect(await examine(ids)).toMatchObject({ stale: [false, false], read: 0 });
});

it('finds a rewritten question without looking up all that a run used', async () => {
  const ids = [await run(), await run()];
  await rest('PATCH', `/questions/${questions[7].id}`, { correct_answer: 'Changed' });
  const changed = await examine(ids);
  expect(changed.stale).toEqual([true, true]);
  expect(changed.read).toBeLessThanOrEqual(20);
  await rest('DELETE', `/questions/${questions[8].id}`);
  expect((await examine(ids)).stale).toEqual([true, true]);
});

it('looks all questions up once when others were rewritten', async () => {
  const ids = [await run()];
  const { body } = await rest('POST', '/questions', makeQuestion());
  await rest('DELETE', `/questions/${body.id}`);
  const { stale, rewrites } = await examine(ids);
  expect(stale).toEqual([false]);
  expect(await examine(ids, rewrites)).toMatchObject({ stale: [false], read: 0 });
  expect((await rest('GET', '/analysis?limit=1')).body.data[0].stale).toBe(false);
});
