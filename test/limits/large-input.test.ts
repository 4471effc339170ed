import { afterAll, describe, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { rest, graphql, logged } = await createTestApp();

afterAll(() => expect(logged.filter(({ level }) => level === 'error')).toEqual([]));

const unknownKeys = (count: number, prefix = 'k') =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${prefix}${n}`, n]));

const create = 'mutation ($input: QuestionInput!) { createQuestion(input: $input) { id } }';
const createMany = 'mutation ($input: [QuestionInput!]!) { createQuestions(input: $input) { id } }';

describe('an object with more than 1,000 keys', () => {
  it('is refused where it is, without being repeated', async () => {
    const cases: [unknown, string][] = [
      [unknownKeys(1001), ''],
      [[makeQuestion(), unknownKeys(1001)], '/1'],
      [{ ...makeQuestion(), 'a/"b': { deep: [0, [unknownKeys(100_000)]] } }, '/a~1"b/deep/1/0'],
    ];
    for (const [body, pointer] of cases) {
      const answer = await rest('POST', '/questions', body);
      expect([answer.status, answer.body.code]).toEqual([422, 'BAD_USER_INPUT']);
      expect(answer.body.errors).toEqual([
        { pointer, code: 'too_many_keys', detail: 'An object may have at most 1,000 keys.' },
      ]);
      expect(JSON.stringify(answer.body)).not.toContain('k7');
    }
  });

  it('is refused among the variables of a document too', async () => {
    const answer = await graphql(create, { input: unknownKeys(100_000) });
    expect(answer.status).toBe(400);
    expect(answer.body.errors[0].extensions).toEqual({
      code: 'BAD_USER_INPUT',
      errors: [{ pointer: '/variables/input', code: 'too_many_keys', detail: expect.any(String) }],
    });
    const query = new URLSearchParams({
      query: '{ __typename }',
      variables: JSON.stringify(unknownKeys(1001)),
    });
    const byGet = await rest('GET', `/graphql?${query}`);
    expect([byGet.status, byGet.body.errors[0].extensions.code]).toEqual([400, 'BAD_USER_INPUT']);
  });

  it('is taken with 1,000 keys, whatever its strings hold', async () => {
    const text = '{"a":1,\\"b\\":{[[[ \\\\';
    const fields = { ...unknownKeys(999), [text]: text };
    const { body } = await rest('POST', '/questions', fields);
    expect(body.errors.map(({ code }: Json) => code)).not.toContain('too_many_keys');
  });

  it('is refused as a form with as many fields', async () => {
    const form = new URLSearchParams(
      Object.entries(unknownKeys(1001)).map(([k, v]) => [k, `${v}`]),
    );
    const type = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await rest('POST', '/auth/token', String(form), type);
    expect([answer.status, answer.body.detail]).toEqual([
      400,
      'A form may have at most 1,000 fields.',
    ]);
  });
});

describe('more than 100 faults', () => {
  const bad = { ...unknownKeys(10) };

  it('are counted over REST', async () => {
    // 10 unknown fields and 4 missing ones each.
    const { status, body } = await rest('POST', '/questions', Array(1000).fill(bad));
    expect([status, body.errors.length, body.more]).toEqual([422, 100, 14_000 - 100]);
    expect(body.detail).toBe('14,000 validation errors; `errors` has the first 100.');
    const one = await rest('POST', '/questions', unknownKeys(1000));
    expect([one.body.errors.length, one.body.more]).toEqual([100, 1004 - 100]);
  });

  it('are counted over GraphQL', async () => {
    const { body } = await graphql(createMany, { input: Array(1000).fill(bad) });
    const { code, errors, more } = body.errors[0].extensions;
    expect([code, errors.length]).toEqual(['BAD_USER_INPUT', 100]);
    expect(more).toBe(14_000 - 100);
    expect(body.errors).toHaveLength(1);
  });

  it('are not counted when there are 100', async () => {
    const { body } = await rest('POST', '/questions', unknownKeys(96));
    expect([body.errors.length, body.more]).toEqual([100, undefined]);
  });

  it('are counted among query parameters and responses', async () => {
    const query = new URLSearchParams(Object.keys(unknownKeys(300)).map((key) => [key, '']));
    const list = await rest('GET', `/questions?${query}`);
    expect([list.status, list.body.errors.length, list.body.more]).toEqual([400, 100, 200]);
    const parameters = { responses: Array(500).fill({ score: 2 }) };
    const run = { analysis_type: 'item_statistics', parameters };
    const started = await rest('POST', '/analysis/run', run);
    expect([started.status, started.body.errors.length]).toEqual([422, 100]);
    expect(started.body.more).toBe(1500 - 100);
  });
});

describe('an error repeats at most 100 characters of the request', () => {
  const long = 'x'.repeat(10_000);
  const hundred = /x{101}/;

  it.each([
    [`{ ${long} }`],
    [`{ questions(first: "${long}") { nodes { id } } }`],
    [
      `{ questions(first: {a: ["${long.slice(0, 90)}", "${long.slice(0, 90)}"]}) { nodes { id } } }`,
    ],
    [`{ questions(${long}: 1) { nodes { id } } }`],
    [`query ($a: ${long}) { questions(first: $a) { nodes { id } } }`],
    [`{ ...${long} }`],
    [`{ __typename @${long} }`],
    [`query ${long} { ...F } fragment F on ${long} { id }`],
    [`{ questions(filter: {category: ${long}}) { nodes { id } } }`],
  ])('in a document: %.60s', async (query) => {
    const { body } = await graphql(query);
    expect(body.errors.length).toBeGreaterThan(0);
    const messages = body.errors.map(({ message }: Json) => message).join('\n');
    expect(messages).not.toMatch(hundred);
    expect(messages.match(/x/g)?.length ?? 0).toBeLessThan(300);
  });

  it.each([
    [{ input: { [long]: 1 } }],
    [{ input: { questionText: { a: long, b: long } } }],
    [{ input: { questionText: [long] } }],
    [{ input: { category: long } }],
    [{ input: { difficulty: { [long]: long } } }],
    [{ input: long }],
    [{ input: [long, long] }],
  ])('in variables: %.60j', async (variables) => {
    const { body } = await graphql(create, variables);
    expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
    expect(JSON.stringify(body)).not.toMatch(hundred);
  });

  it('in a REST body, and in the names of operations and parameters', async () => {
    const created = await rest('POST', '/questions', { [long]: 1, category: long });
    expect(created.status).toBe(422);
    expect(JSON.stringify(created.body)).not.toMatch(hundred);
    for (const more of [{ operationName: long }, { [long]: 1 }]) {
      const answer = await rest('POST', '/graphql', { query: '{ __typename }', ...more });
      expect(answer.body.errors.length).toBe(1);
      expect(JSON.stringify(answer.body)).not.toMatch(hundred);
    }
  });
});

describe('many large questions', () => {
  const answers = Array.from({ length: 20 }, (_, n) => `${n} ${'x'.repeat(990)}`);
  const large = (n: number, others: object = {}) =>
    makeQuestion({ question_text: `Large ${n}?`, incorrect_answers: answers, ...others });

  it('keep their order', async () => {
    const { status, body } = await rest(
      'POST',
      '/questions',
      Array.from({ length: 60 }, (_, n) => large(n)),
    );
    expect(status).toBe(201);
    expect(body.data.map((each: Json) => each.question_text)).toEqual(
      Array.from({ length: 60 }, (_, n) => `Large ${n}?`),
    );
    const ids = body.data.map(({ id }: Json) => id);
    expect(ids).toEqual(ids.toSorted());
  });

  it('are stored all or none', async () => {
    const taken = { source: 'large', external_id: '1' };
    await rest('POST', '/questions', makeQuestion(taken));
    const before = (await rest('GET', '/questions')).body.page.total;
    const list = [...Array.from({ length: 59 }, (_, n) => large(n)), large(59, taken)];
    const { status, body } = await rest('POST', '/questions', list);
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
    expect((await rest('GET', '/questions')).body.page.total).toBe(before);
  });
});
