import { afterAll, describe, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { rest, graphql, logged } = await createTestApp();
const { body: question } = await rest('POST', '/questions', makeQuestion());

afterAll(async () => {
  expect((await rest('GET', '/questions')).body.data).toEqual([question]);
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});

const input = {
  questionText: 'Which metal is liquid at room temperature?',
  correctAnswer: 'Mercury',
  incorrectAnswers: ['Lead'],
  category: 'SCIENCE',
  difficulty: 'BASIC',
};

const operations = {
  createQuestion: {
    document: 'mutation ($input: QuestionInput!) { createQuestion(input: $input) { id } }',
    variables: (field: object): object => ({ input: { ...input, ...field } }),
    at: '',
  },
  createQuestions: {
    document: 'mutation ($input: [QuestionInput!]!) { createQuestions(input: $input) { id } }',
    variables: (field: object): object => ({ input: [input, { ...input, ...field }] }),
    at: '/1',
  },
  updateQuestion: {
    document: `mutation ($id: ID!, $input: QuestionChangesInput!) {
      updateQuestion(id: $id, input: $input) { id }
    }`,
    variables: (field: object): object => ({ id: question.id, input: field }),
    at: '',
  },
};

type Fault = [field: string, value: unknown, code: string, pointer?: string];

function textFaults(field: string, max: number, isNullable = false): Fault[] {
  return [
    ...[1, true, {}, ['text'], ...(isNullable ? [] : [null])].map(
      (value): Fault => [field, value, 'wrong_type'],
    ),
    [field, '', 'too_short'],
    [field, ' \n', 'too_short'],
    [field, 'a\u0000b', 'bad_character'],
    [field, 'a\ud800', 'bad_character'],
    [field, 'x'.repeat(max + 1), 'too_long'],
  ];
}

const faults: Fault[] = [
  ...textFaults('questionText', 2000),
  ...textFaults('correctAnswer', 1000),
  ...textFaults('topicFocus', 200, true),
  ...textFaults('source', 200, true),
  ...textFaults('externalId', 200, true),
  ['category', 'SPORTS', 'unknown_value'],
  ['category', '', 'unknown_value'],
  // The REST spelling is not an enum name.
  ['category', 'Science', 'wrong_type'],
  ...[1, null, ['SCIENCE'], {}].map((value): Fault => ['category', value, 'wrong_type']),
  ['difficulty', 3, 'out_of_range'],
  ...[1, '1', 1.5, 'HARD', null, true].map((value): Fault => ['difficulty', value, 'wrong_type']),
  ['incorrectAnswers', null, 'wrong_type'],
  // GraphQL coerces a single value to a list.
  ['incorrectAnswers', { a: 1 }, 'wrong_type', '/incorrectAnswers/0'],
  ['incorrectAnswers', ['Lead', null], 'wrong_type', '/incorrectAnswers/1'],
  ['incorrectAnswers', ['Lead', ' LEAD'], 'duplicate', '/incorrectAnswers/1'],
  ['incorrectAnswers', ['Lead', ''], 'too_short', '/incorrectAnswers/1'],
  ['incorrectAnswers', Array.from({ length: 21 }, (_, n) => `Wrong ${n}`), 'too_many'],
  ['question_text', 'REST says so', 'unknown_field'],
  ['constructor', {}, 'unknown_field'],
];

describe.each(Object.entries(operations))('%s', (name, { document, variables, at }) => {
  it.each(
    faults.map(([field, value, code, pointer = `/${field}`]) => {
      const shown = JSON.stringify(value).slice(0, 30);
      return { field, value, code, pointer, shown };
    }),
  )('refuses $field $shown: $code', async ({ field, value, code, pointer }) => {
    const { status, body } = await graphql(document, variables({ [field]: value }));
    expect([status, body.errors.length, body.data ?? null]).toEqual([
      200,
      1,
      body.data ? { [name]: null } : null,
    ]);
    expect(body.errors[0].extensions).toEqual({
      code: 'BAD_USER_INPUT',
      errors: [{ pointer: at + pointer, code, detail: expect.any(String) }],
    });
  });

  it('refuses 1e308, and keys that reach for prototypes', async () => {
    for (const field of ['"difficulty":1e308', '"__proto__":{"polluted":1}']) {
      const text = JSON.stringify(variables({})).replace(/\}\]?\}$/, (end) => `,${field}${end}`);
      const valid = text.replace('{,', '{');
      const body = `{"query":${JSON.stringify(document)},"variables":${valid}}`;
      const answer = await rest('POST', '/graphql', body);
      const [fault] = answer.body.errors[0].extensions.errors;
      expect([answer.status, fault.pointer]).toEqual([200, `${at}/${field.split('"')[1]}`]);
    }
    expect(({} as Json).polluted).toBeUndefined();
  });

  it('tells every fault at once, whether of type or of rule', async () => {
    const { body } = await graphql(
      document,
      variables({
        questionText: '',
        correctAnswer: 7,
        category: 'SPORTS',
        difficulty: 'HARD',
        incorrectAnswers: ['Zinc', 'zinc'],
        topicFocus: 'x'.repeat(201),
        nonsense: true,
      }),
    );
    const reported = body.errors[0].extensions.errors.map(({ pointer, code }: Json) => [
      pointer,
      code,
    ]);
    expect(body.errors).toHaveLength(1);
    expect(reported.sort()).toEqual([
      [`${at}/category`, 'unknown_value'],
      [`${at}/correctAnswer`, 'wrong_type'],
      [`${at}/difficulty`, 'wrong_type'],
      [`${at}/incorrectAnswers/1`, 'duplicate'],
      [`${at}/nonsense`, 'unknown_field'],
      [`${at}/questionText`, 'too_short'],
      [`${at}/topicFocus`, 'too_long'],
    ]);
  });

  it.each([{}, { input: null }, { input: 'text' }, { input: 7 }, null])(
    'refuses variables %j',
    async (given) => {
      const { body } = await graphql(document, given && { id: question.id, ...given });
      expect(body.errors[0].extensions.code).toBe('BAD_USER_INPUT');
      expect(body.data ?? null).toBeNull();
    },
  );
});

describe('the page and the filter of a list', () => {
  const list = `query ($filter: QuestionFilter, $sort: QuestionSort, $first: Int, $offset: Int, $after: String) {
    questions(filter: $filter, sort: $sort, first: $first, offset: $offset, after: $after) { totalCount }
  }`;

  async function refusalOf(variables: object): Promise<[string, string[]]> {
    const { body } = await graphql(list, variables);
    const { code, errors } = body.errors[0].extensions;
    return [code, errors.map(({ pointer }: Json) => pointer)];
  }

  it.each([
    [{ first: 0 }, '/first'],
    [{ first: 101 }, '/first'],
    [{ first: -1 }, '/first'],
    [{ offset: 10_000_000 }, '/offset'],
    [{ offset: -1 }, '/offset'],
    [{ after: '' }, '/after'],
    [{ after: 'x' }, '/after'],
    [{ after: '\u0000' }, '/after'],
    [{ filter: { category: [] } }, '/filter/category'],
    [{ filter: { ids: ['x'] } }, '/filter/ids/0'],
    [{ filter: { search: 'a\u0000' } }, '/filter/search'],
    [{ filter: { topicFocus: ' ' } }, '/filter/topicFocus/0'],
    [{ filter: { source: 'x'.repeat(201) } }, '/filter/source'],
    [{ filter: { createdAfter: '2026-02-30T00:00:00Z' } }, '/filter/createdAfter'],
  ])('are refused by name when they break a rule: %j', async (variables, pointer) => {
    expect(await refusalOf(variables)).toEqual(['BAD_REQUEST', [pointer]]);
  });

  it.each([
    [{ first: 'abc' }, '/first'],
    [{ first: '1' }, '/first'],
    [{ first: 1.5 }, '/first'],
    [{ first: 1e308 }, '/first'],
    [{ sort: 'NAME' }, '/sort'],
    [{ filter: { category: 'SPORTS' } }, '/filter/category/0'],
    [{ filter: { difficulty: ['BASIC', 7] } }, '/filter/difficulty/1'],
    [{ filter: { updatedAfter: 7 } }, '/filter/updatedAfter'],
    [{ filter: { topic_focus: 'x' } }, '/filter/topic_focus'],
  ])('are refused by name when they do not fit their type: %j', async (variables, pointer) => {
    expect(await refusalOf(variables)).toEqual(['BAD_USER_INPUT', [pointer]]);
  });

  it('take null for what is left out', async () => {
    const nothing = { filter: null, sort: null, first: null, offset: null, after: null };
    const { body } = await graphql(list, nothing);
    expect(body).toEqual({ data: { questions: { totalCount: 1 } } });
  });
});
