import { beforeAll, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { makeQuestion } from '../support/questions.ts';

const DATABASE_URL = await createTestDatabase();
const service = await createTestApp({ env: { DATABASE_URL, WORKERS: '1' } });
const { rest } = service;
let [kept, deleted]: string[] = [];
let run: Json;

beforeAll(async () => {
  const question = makeQuestion({ question_text: 'Which planet is nearest to the sun?' });
  const { body } = await rest('POST', '/questions', [question, question]);
  [kept, deleted] = body.data.map(({ id }: Json) => id).sort();
  const requested = { analysis_type: 'duplicates' };
  run = (await rest('POST', '/analysis/run', requested, { prefer: 'wait=30' })).body;
  await rest('DELETE', `/questions/${deleted}`);
});

const read = (selection: string, limit = 10, { graphql } = service) =>
  graphql(
    `query ($id: ID!, $limit: Int) { analysis(id: $id) { typedResult(limit: $limit) {
      ... on DuplicatesResult ${selection}
    } } }`,
    { id: run.id, limit },
  );

const text = 'Which planet is nearest to the sun?';

it('shows the questions that a result names, null where one was deleted', async () => {
  const { body } = await read(`{
    items { questionId question { questionText } alike(limit: 5) { questionId question { id } } }
    pairs(limit: 5) { a questionA { id } b questionB { id } }
    clusters(limit: 5) { ids questions(limit: 5) { id } representativeQuestion { version } }
  }`);
  expect(body.errors).toBeUndefined();
  const { items, pairs, clusters } = body.data.analysis.typedResult;
  const byId = new Map<string, Json>(items.map((item: Json) => [item.questionId, item]));
  expect(byId.get(kept ?? '')).toEqual({
    questionId: kept,
    question: { questionText: text },
    alike: [{ questionId: deleted, question: null }],
  });
  expect(byId.get(deleted ?? '')).toMatchObject({
    question: null,
    alike: [{ question: { id: kept } }],
  });
  expect(pairs).toEqual([{ a: kept, questionA: { id: kept }, b: deleted, questionB: null }]);
  expect(clusters).toEqual([
    {
      ids: [kept, deleted],
      questions: [{ id: kept }, null],
      representativeQuestion: { version: 1 },
    },
  ]);
});

it('limits lists that link to questions', async () => {
  const { body } = await read(
    '{ pairs(limit: 0) { a } clusters(limit: 3) { questions(limit: 1) { id } } }',
  );
  expect(body.errors?.[0].message).toBeUndefined();
  expect(body.data.analysis.typedResult).toEqual({
    pairs: [],
    clusters: [{ questions: [{ id: kept }] }],
  });
  const { body: wrong } = await read('{ pairs(limit: -1) { a } }');
  expect(wrong.errors[0].extensions.code).toBe('BAD_REQUEST');
});

it('counts every question that could be read', async () => {
  const refused = await read('{ items { question { id } } }', 1000);
  expect(refused.body.errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX');
  const nested = await read('{ items { alike { question { id } } } }', 50);
  expect(nested.body.errors[0].message).toContain('5');
  expect(nested.body.errors[0].extensions.code).toBe('QUERY_TOO_COMPLEX');
});

it('shows no questions to a caller who may not read them', async () => {
  const env = { DATABASE_URL, ANONYMOUS_SCOPES: 'analysis:read' };
  const { body } = await read(
    '{ pairs(limit: 1) { a questionA { id } } }',
    0,
    await createTestApp({ env }),
  );
  expect(body.data.analysis.typedResult).toEqual({ pairs: [{ a: kept, questionA: null }] });
});

it('shows a run of an older engine, which lacks lists of the present one', async () => {
  const { pool } = service.app.database;
  await pool.query(
    `UPDATE analyses SET details = (details::jsonb - 'clusters')::json, engine_version = 1 WHERE id = $1`,
    [run.id],
  );
  await pool.query(
    `UPDATE analysis_items SET item = (item::jsonb - 'alike')::json WHERE analysis_id = $1`,
    [run.id],
  );
  const { body } = await read(`{
    items { questionId alike(limit: 5) { questionId } }
    pairs(limit: 5) { a }
    clusters(limit: 5) { ids questions(limit: 5) { id } }
  }`);
  expect(body.errors).toBeUndefined();
  expect(body.data.analysis.typedResult).toMatchObject({
    items: [{ alike: [] }, { alike: [] }],
    pairs: [{ a: kept }],
    clusters: [],
  });
});
