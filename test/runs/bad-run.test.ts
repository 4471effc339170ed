import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { analysisTypes } from '../../src/analyses/registry.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { rest, graphql, logged } = await createTestApp();
const { body: question } = await rest('POST', '/questions', makeQuestion());
const names = analysisTypes.map(({ name }) => name);

const run = (body: unknown) => rest('POST', '/analysis/run', body);
const runGraphql = (input: Json) =>
  graphql('mutation ($input: RunAnalysisInput!) { runAnalysis(input: $input) { id } }', { input });

const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: nested(depth - 1) });

/** The errors of a rejected request, as [pointer, code]. */
async function faultsOf(body: unknown): Promise<[string, string][]> {
  const answer = await run(body);
  expect([answer.status, answer.body.code]).toEqual([422, 'BAD_USER_INPUT']);
  return answer.body.errors.map(({ pointer, code }: Json) => [pointer, code]);
}

async function graphqlFaultsOf(input: Json): Promise<[string, string][]> {
  const { body } = await runGraphql(input);
  expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  return body.errors[0].extensions.errors.map(({ pointer, code }: Json) => [pointer, code]);
}

const coverage = { analysis_type: 'coverage' };
const Coverage = { analysisType: 'COVERAGE' };

describe('the type', () => {
  it('must be one of those there are, which the answer lists', async () => {
    const { status, body } = await run({ analysis_type: 'nonsense' });
    expect([status, body.errors.map(({ pointer }: Json) => pointer)]).toEqual([
      422,
      ['/analysis_type'],
    ]);
    for (const name of names) expect(body.errors[0].detail).toContain(name);
    const { body: reported } = await runGraphql({ analysisType: 'NONSENSE' });
    const [{ extensions }] = reported.errors;
    expect([extensions.code, extensions.errors[0].pointer]).toEqual([
      'BAD_USER_INPUT',
      '/analysisType',
    ]);
    expect(extensions.errors).toHaveLength(1);
    for (const name of names) expect(extensions.errors[0].detail).toContain(name);
  });

  it.each([
    [{}, 'required'],
    [{ analysis_type: null }, 'wrong_type'],
    [{ analysis_type: 7 }, 'wrong_type'],
    [{ analysis_type: ['coverage'] }, 'wrong_type'],
    [{ analysis_type: '__proto__' }, 'unknown_type'],
    [{ analysis_type: 'COVERAGE' }, 'unknown_type'],
  ])('is not in %j', async (body, code) => {
    expect(await faultsOf(body)).toEqual([['/analysis_type', code]]);
  });

  it.each([[[]], [null], ['coverage'], [7]])('is not in the body %j', async (body) => {
    expect(await faultsOf(JSON.stringify(body))).toEqual([['', 'wrong_type']]);
  });
});

describe('question_ids', () => {
  it('must be of questions there are; the first twenty others are listed', async () => {
    const unknown = Array.from({ length: 25 }, () => randomUUID());
    const ids = [...unknown.slice(0, 13), question.id, ...unknown.slice(13)];
    const { status, body } = await run({ ...coverage, question_ids: ids });
    expect([status, body.errors.length]).toEqual([422, 20]);
    const details = body.errors.map(({ detail }: Json) => detail);
    expect(details).toEqual(unknown.slice(0, 20).map((id) => `No question has the id ${id}.`));
    expect(body.errors[0]).toMatchObject({ pointer: '/question_ids', code: 'unknown_id' });
    const { body: reported } = await runGraphql({ ...Coverage, questionIds: ids });
    expect(reported.errors[0].extensions.errors).toEqual(
      body.errors.map((fault: Json) => ({ ...fault, pointer: '/questionIds' })),
    );
  });

  it('are 100,000 at most', async () => {
    const ids = Array(100_001).fill(question.id);
    expect(await faultsOf({ ...coverage, question_ids: ids })).toEqual([
      ['/question_ids', 'too_many'],
    ]);
    expect(await graphqlFaultsOf({ ...Coverage, questionIds: ids })).toEqual([
      ['/questionIds', 'too_many'],
    ]);
    ids.pop();
    const { status, body } = await rest(
      'POST',
      '/analysis/run',
      { ...coverage, question_ids: ids },
      { prefer: 'wait=0' },
    );
    expect([status, body.question_count]).toEqual([202, 1]);
  });

  it.each([
    [[], [['/question_ids', 'too_few']]],
    [
      ['1', question.id, 'x'],
      [
        ['/question_ids/0', 'invalid'],
        ['/question_ids/2', 'invalid'],
      ],
    ],
    [
      [7, null],
      [
        ['/question_ids/0', 'wrong_type'],
        ['/question_ids/1', 'wrong_type'],
      ],
    ],
    [question.id, [['/question_ids', 'wrong_type']]],
    [{}, [['/question_ids', 'wrong_type']]],
  ])('are not %j', async (ids, faults) => {
    expect(await faultsOf({ ...coverage, question_ids: ids })).toEqual(faults);
  });

  it('that are no UUIDs are told of twenty times, however many they are', async () => {
    const faults = await faultsOf({ ...coverage, question_ids: Array(50_000).fill('x') });
    const positions = Array.from({ length: 20 }, (_, index) => [
      `/question_ids/${index}`,
      'invalid',
    ]);
    expect(faults).toEqual(positions);
    const reported = await graphqlFaultsOf({ ...Coverage, questionIds: Array(50_000).fill('x') });
    expect(reported).toHaveLength(20);
  });

  it('cannot stand beside a selection', async () => {
    const selection = { source: 'x' };
    expect(await faultsOf({ ...coverage, question_ids: [question.id], selection })).toEqual([
      ['/selection', 'contradiction'],
    ]);
    expect(await graphqlFaultsOf({ ...Coverage, questionIds: [question.id], selection })).toEqual([
      ['/selection', 'contradiction'],
    ]);
  });
});

describe('selection', () => {
  it.each([
    [{ topic_focus: 'x'.repeat(201) }, '/selection/topic_focus/0'],
    [{ topic_focus: 7 }, '/selection/topic_focus'],
    [{ category: ['Cooking'] }, '/selection/category/0'],
    [{ difficulty: [3] }, '/selection/difficulty/0'],
    [{ difficulty: ['1'] }, '/selection/difficulty/0'],
    [{ ids: ['x'] }, '/selection/ids/0'],
    [{ created_after: 'yesterday' }, '/selection/created_after'],
    [{ createdAfter: '2026-01-01T00:00:00Z' }, '/selection/createdAfter'],
    [{ limit: 3 }, '/selection/limit'],
    [[], '/selection'],
    ['Science', '/selection'],
  ])('is not %j', async (selection, pointer) => {
    const faults = await faultsOf({ ...coverage, selection });
    expect(faults.map(([at]) => at)).toEqual([pointer]);
  });

  it('is told in GraphQL’s names over GraphQL', async () => {
    const faults = await graphqlFaultsOf({ ...Coverage, selection: { topicFocus: '' } });
    expect(faults.map(([at]) => at)).toEqual(['/selection/topicFocus/0']);
  });
});

describe('a field that is not there', () => {
  it('is refused by name', async () => {
    expect(await faultsOf({ ...coverage, wait: 3, questionIds: [] })).toEqual([
      ['/wait', 'unknown_field'],
      ['/questionIds', 'unknown_field'],
    ]);
  });
});

describe('JSON that is too deep', () => {
  it('is refused on both interfaces', async () => {
    const { status, body } = await run({ ...coverage, parameters: nested(40) });
    expect([status, body.errors[0].code]).toEqual([422, 'too_deep']);
    expect(body.errors[0].pointer).toMatch(/^\/parameters(\/a){30}/);
    const reported = await runGraphql({ ...Coverage, parameters: nested(40) });
    expect(reported.body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
