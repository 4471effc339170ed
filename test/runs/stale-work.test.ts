import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { findStale, staleQuery } from '../../src/db/stale-runs.ts';
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
async function examine(ids: string[]) {
  const { text, values } = staleQuery(ids);
  const { rows } = await app.database.pool.query(text, values);
  const explain = `EXPLAIN (ANALYZE, FORMAT JSON) ${text}`;
  const { rows: plans } = await app.database.pool.query(explain, values);
  return {
    stale: rows.map(({ isStale }) => isStale),
    read: countReads(plans[0]['QUERY PLAN'][0].Plan),
    compared: countCompared(plans[0]['QUERY PLAN'][0].Plan),
  };
}

/** How often the questions of a run were listed. */
function countCompared(node: Json): number {
  const loops = node['Node Type'] === 'Function Scan' ? node['Actual Loops'] : 0;
  return (node.Plans ?? []).reduce((sum: number, plan: Json) => sum + countCompared(plan), loops);
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

/** The stale ones of the runs, and the statements that it took to find them. */
async function watch(ids: string[]) {
  const statements: string[] = [];
  const database: Database = {
    ...app.database,
    query: (sql) => {
      statements.push(sql.text);
      return app.database.query(sql);
    },
  };
  const stale = await findStale(database, ids);
  return { stale: [...stale], statements };
}

it('does not compare all questions of a run when a few others were rewritten', async () => {
  const ids = [await run(), await run()];
  const { body } = await rest('POST', '/questions', makeQuestion());
  await rest('PATCH', `/questions/${body.id}`, { correct_answer: 'Changed' });
  const { stale, read, compared } = await examine(ids);
  expect(stale).toEqual([false, false]);
  expect([read <= 20, compared]).toEqual([true, 0]);
});

it('looks only for the questions that were rewritten since it last looked', async () => {
  const ids = [await run(), await run()];
  const rewriteAnother = async () => {
    const { body } = await rest('POST', '/questions', makeQuestion());
    await rest('DELETE', `/questions/${body.id}`);
  };
  expect((await watch(ids)).statements).toHaveLength(1);
  await rewriteAnother();
  const later = await watch(ids);
  expect([later.stale, later.statements.length]).toEqual([[], 2]);
  expect(later.statements.join()).not.toContain('question_versions');

  await rest('PATCH', `/questions/${questions[9].id}`, { correct_answer: 'Changed' });
  expect((await watch(ids)).stale).toEqual(ids);
  expect((await watch(ids)).statements).toEqual([]);
});

it('knows that a run did not use the questions that were created after it', async () => {
  const ids = [await run(), await run()];
  const { body } = await rest('POST', '/questions', makeQuestion());
  await rest('DELETE', `/questions/${body.id}`);
  // Versions cannot be dated later.
  await app.database.pool.query(
    `WITH other AS MATERIALIZED (SELECT gen_random_uuid() AS id FROM generate_series(1, 25))
     INSERT INTO question_versions SELECT (jsonb_populate_record(saved, jsonb_build_object(
       'question_id', other.id, 'changed_at', now() + interval '1 minute'))).*
     FROM question_versions saved CROSS JOIN other WHERE question_id = $1`,
    [body.id],
  );
  expect(await examine(ids)).toMatchObject({ stale: [false, false], compared: 0 });
  await rest('PATCH', `/questions/${questions[10].id}`, { correct_answer: 'Changed' });
  expect(await examine(ids)).toMatchObject({ stale: [true, true], compared: 0 });
});

it('compares all questions when more were rewritten than are worth looking for', async () => {
  const ids = [await run()];
  expect((await watch(ids)).stale).toEqual([]);
  const { body } = await rest(
    'POST',
    '/questions',
    Array.from({ length: 20 }, () => makeQuestion()),
  );
  for (const { id } of body.data) await rest('DELETE', `/questions/${id}`);
  const { stale, statements } = await watch(ids);
  expect(stale).toEqual([]);
  expect(statements.join()).toContain('question_versions');
});
