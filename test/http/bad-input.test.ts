import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { app, rest, graphql, logged } = await createTestApp();

let question: Json;
beforeAll(async () => {
  question = (await rest('POST', '/questions', makeQuestion())).body;
});

/** All requests of this file are rejected, so the stored data does not change. */
afterAll(async () => {
  const { body } = await rest('GET', '/questions');
  expect(body.data).toEqual([question]);
  const { rows } = await app.database.pool.query('SELECT count(*)::int FROM question_versions');
  expect(rows).toEqual([{ count: 1 }]);
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});

const wrongTypes = [1, true, {}, ['text']];
const hostileTexts = [
  ['', 'too_short'],
  [' \t\n\u00a0', 'too_short'],
  ['a\u0000b', 'bad_character'],
  ['a\ud800b', 'bad_character'],
  ['\udc00', 'bad_character'],
] as const;

function textFaults(field: string, max: number, isNullable = false): [string, unknown, string][] {
  return [
    ...[...wrongTypes, ...(isNullable ? [] : [null])].map((value): [string, unknown, string] => [
      field,
      value,
      'wrong_type',
    ]),
    ...hostileTexts.map(([text, code]): [string, unknown, string] => [field, text, code]),
    [field, 'x'.repeat(max + 1), 'too_long'],
    [field, '\u{1f600}'.repeat(max + 1), 'too_long'],
  ];
}

const faults: [string, unknown, string][] = [
  ...textFaults('question_text', 2000),
  ...textFaults('correct_answer', 1000),
  ...textFaults('topic_focus', 200, true),
  ...textFaults('source', 200, true),
  ...textFaults('external_id', 200, true),
  ...['Sports', '', 'Science,Geography', 'Science\u0000'].map(
    (value): [string, unknown, string] => ['category', value, 'unknown_value'],
  ),
  ...[...wrongTypes, null].map((value): [string, unknown, string] => [
    'category',
    value,
    'wrong_type',
  ]),
  ...[3, -1, 99].map((value): [string, unknown, string] => ['difficulty', value, 'out_of_range']),
  ...['1', '', 1.5, null, true, [1], {}].map((value): [string, unknown, string] => [
    'difficulty',
    value,
    'wrong_type',
  ]),
  ...[null, 'Iron', 1, {}].map((value): [string, unknown, string] => [
    'incorrect_answers',
    value,
    'wrong_type',
  ]),
  ['incorrect_answers', Array.from({ length: 21 }, (_, n) => `Wrong ${n}`), 'too_many'],
];

const show = (value: unknown) => JSON.stringify(value).slice(0, 30);

describe.each([
  ['POST', (): string => '/questions', (field: object) => makeQuestion({ ...field }), ''],
  [
    'POST',
    (): string => '/questions',
    (field: object) => [makeQuestion(), makeQuestion({ ...field })],
    '/1',
  ],
  ['PUT', (): string => `/questions/${question.id}`, (field: object) => field, ''],
  ['PATCH', (): string => `/questions/${question.id}`, (field: object) => field, ''],
] as const)('%s', (method, path, makeBody, at) => {
  it.each(faults.map(([field, value, code]) => ({ field, value, code, shown: show(value) })))(
    `refuses ${at || 'a question'} with $field $shown: $code`,
    async ({ field, value, code }) => {
      const { status, body } = await rest(method, path(), makeBody({ [field]: value }));
      expect([status, body.code]).toEqual([422, 'BAD_USER_INPUT']);
      expect(body.errors).toEqual([
        { pointer: `${at}/${field}`, code, detail: expect.any(String) },
      ]);
    },
  );

  it.each([1e308, -1e308, 2 ** 53])('refuses a difficulty of %d', async (difficulty) => {
    const { status, body } = await rest(method, path(), makeBody({ difficulty }));
    expect([status, body.errors.length, body.errors[0].pointer]).toEqual([
      422,
      1,
      `${at}/difficulty`,
    ]);
    expect(['out_of_range', 'wrong_type']).toContain(body.errors[0].code);
  });

  it.each([
    ['extra', '/extra'],
    ['questionText', '/questionText'],
    ['a/b~c', '/a~1b~0c'],
    ['', '/'],
    ['__proto__', '/__proto__'],
    ['constructor', '/constructor'],
    ['prototype', '/prototype'],
    ['toString', '/toString'],
  ])('refuses a field named %j', async (name, pointer) => {
    // Written as text: in an object literal __proto__ would not be a key.
    const field = `${JSON.stringify(name)}:{"polluted":true},`;
    const body = JSON.stringify(makeBody({ difficulty: 2 })).replace(/\{(?=[^{]*$)/, `{${field}`);
    const answer = await rest(method, path(), body);
    expect([answer.status, answer.body.code]).toEqual([422, 'BAD_USER_INPUT']);
    expect(answer.body.errors).toEqual([
      { pointer: at + pointer, code: 'unknown_field', detail: expect.stringContaining(name) },
    ]);
    expect(({} as Json).polluted).toBeUndefined();
  });

  it('refuses wrong answers that are the same to a reader, or the right one', async () => {
    const { status, body } = await rest(
      method,
      path(),
      makeBody({
        correct_answer: 'Stra\u00dfe',
        incorrect_answers: ['Cafe\u0301', ' CAF\u00c9 ', 'STRASSE', '', 7, 'x'.repeat(1001)],
      }),
    );
    expect(status).toBe(422);
    const reported = body.errors.map(({ pointer, code }: Json) => [pointer, code]).sort();
    expect(reported).toEqual([
      [`${at}/incorrect_answers/1`, 'duplicate'],
      [`${at}/incorrect_answers/2`, 'equals_answer'],
      [`${at}/incorrect_answers/3`, 'too_short'],
      [`${at}/incorrect_answers/4`, 'wrong_type'],
      [`${at}/incorrect_answers/5`, 'too_long'],
    ]);
  });

  it('tells every fault at once', async () => {
    const broken = {
      question_text: '',
      correct_answer: 'Iron',
      incorrect_answers: ['Zinc', 'IRON', 'zinc'],
      category: 'Sports',
      difficulty: '1',
      topic_focus: 7,
      nonsense: true,
    };
    const { status, body } = await rest(method, path(), makeBody(broken));
    expect(status).toBe(422);
    expect(body.errors.map(({ pointer, code }: Json) => [pointer, code]).sort()).toEqual([
      [`${at}/category`, 'unknown_value'],
      [`${at}/difficulty`, 'wrong_type'],
      [`${at}/incorrect_answers/1`, 'equals_answer'],
      [`${at}/incorrect_answers/2`, 'duplicate'],
      [`${at}/nonsense`, 'unknown_field'],
      [`${at}/question_text`, 'too_short'],
      [`${at}/topic_focus`, 'wrong_type'],
    ]);
  });
});

it.each(['question_text', 'correct_answer', 'category', 'difficulty'])(
  'refuses a new question without %s',
  async (field) => {
    const { [field]: _, ...rest_ } = makeQuestion();
    const { status, body } = await rest('POST', '/questions', rest_);
    expect(status).toBe(422);
    expect(body.errors).toEqual([
      { pointer: `/${field}`, code: 'required', detail: 'This field is required.' },
    ]);
  },
);

it.each([0, -1, '1', 1.5, 1e308, 2 ** 31, null, true, [1], undefined])(
  'refuses to restore version %j',
  async (version) => {
    const { status, body } = await rest('POST', `/questions/${question.id}/restore`, { version });
    expect([status, body.code]).toEqual([422, 'BAD_USER_INPUT']);
    expect(body.errors.map(({ pointer }: Json) => pointer)).toEqual(['/version']);
  },
);

describe('a webhook', () => {
  let asAdmin: Record<string, string>;
  beforeAll(async () => {
    asAdmin = bearer((await logIn({ rest })).access_token);
  });
  const create = (changes: object) =>
    rest('POST', '/webhooks', { events: ['question.created'], ...changes }, asAdmin);

  it.each([
    ['nowhere', 'invalid'],
    ['javascript:alert(1)', 'invalid'],
    ['https://user:secret@example.org/', 'invalid'],
    ['https://example.org/#part', 'invalid'],
    [`https://example.org/${'x'.repeat(2000)}`, 'too_long'],
    ['http://example.org/', 'not_https'],
    ['https://example.org:25/', 'port_not_allowed'],
    ['https://0x7f000001/', 'address_not_allowed'],
    ['https://2130706433/', 'address_not_allowed'],
    ['https://[::ffff:127.0.0.1]/', 'address_not_allowed'],
    ['https://169.254.169.254/latest/meta-data', 'address_not_allowed'],
    ['https://localhost/', 'address_not_allowed'],
  ])('is refused with the URL %s', async (url, code) => {
    const { status, body } = await create({ url });
    expect([status, body.errors]).toEqual([
      422,
      [{ pointer: '/url', code, detail: expect.any(String) }],
    ]);
    const query = `mutation ($url: String!) {
      createWebhook(input: { url: $url, events: [QUESTION_CREATED] }) { id }
    }`;
    const overGraphql = await graphql(query, { url }, asAdmin);
    expect(overGraphql.body.errors[0].extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      errors: [{ code, detail: body.errors[0].detail }],
    });
  });

  it('is refused with events and filters that mean nothing', async () => {
    const url = 'https://example.org/';
    const filter = { category: ['Cooking'], difficulty: [] };
    const { body } = await create({ url, events: ['question.moved'], filter, retries: 3 });
    expect(body.errors.map(({ pointer, code }: Json) => [pointer, code])).toEqual([
      ['/retries', 'unknown_field'],
      ['/events/0', 'invalid'],
      ['/filter/category/0', expect.any(String)],
      ['/filter/difficulty', 'too_few'],
    ]);
  });

  it('is not changed to an address that it could not have been created with', async () => {
    const { body } = await create({ url: 'https://example.org/', enabled: false });
    const path = `/webhooks/${body.id}`;
    const { status } = await rest('PATCH', path, { url: 'https://10.0.0.1/' }, asAdmin);
    expect(status).toBe(422);
    expect((await rest('GET', path, undefined, asAdmin)).body).toMatchObject({
      url: 'https://example.org/',
      version: 1,
    });
  });
});
