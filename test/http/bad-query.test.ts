import { describe, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { rest, graphql, logged } = await createTestApp();
const { body: question } = await rest('POST', '/questions', makeQuestion());

const long = 'x'.repeat(201);
const noTimes = [
  'yesterday',
  '2026-01-31',
  '2026-01-31T12:00:00',
  '2026-02-30T12:00:00Z',
  '2026-13-01T12:00:00Z',
  '2026-01-31T24:00:00Z',
  '2026-01-31T12:60:00Z',
  '0000-01-01T00:00:00Z',
  '0001-01-01T00:00:00%2B23:59',
  '9999-12-31T23:59:59-01:00',
  '2026-01-31T12:00:00.0000000000001Z',
];

const faults: [string, string[], string][] = [
  ['limit', ['0', '101', '-1'], 'out_of_range'],
  ['limit', ['abc', '', '1.5', '1e1', '0x10', '%2B5', ' 5', '5%00', '20,30', 'null'], 'wrong_type'],
  ['offset', ['-1', '1000001', '10000000'], 'out_of_range'],
  ['offset', ['', 'x', '9'.repeat(30)], 'wrong_type'],
  ['difficulty', ['3', '-1'], 'out_of_range'],
  ['difficulty', ['BASICS', '', '1,', '1.0', '1&difficulty=x'], 'wrong_type'],
  ['category', ['Sports', '', 'Science,', 'Science%00', '%ED%A0%80'], 'unknown_value'],
  ['category', [`${'Science,'.repeat(20)}Science`], 'too_many'],
  ['search', ['a%00b'], 'bad_character'],
  ['search', [long], 'too_long'],
  ['topic_focus', ['', '%20'], 'too_short'],
  ['topic_focus', ['%00'], 'bad_character'],
  ['source', [''], 'too_short'],
  ['source', ['%00'], 'bad_character'],
  ['source', [long], 'too_long'],
  ['ids', ['x', '', `${question.id},`, `${question.id}x`, '0'.repeat(36)], 'invalid'],
  ['created_after', noTimes, 'invalid'],
  ['updated_after', noTimes, 'invalid'],
  ['sort', ['name', '', '--created_at', 'CREATED_AT', '__proto__'], 'invalid'],
  ['cursor', ['x', 'e30', 'W10', '%00', 'null'], 'invalid'],
];

describe('a query parameter that breaks a rule', () => {
  it.each(faults.flatMap(([name, values, code]) => values.map((value) => ({ name, value, code }))))(
    'is refused by name: $name=$value',
    async ({ name, value, code }) => {
      const { status, body } = await rest('GET', `/questions?${name}=${value}`);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      expect(body.errors).toEqual([{ parameter: name, code, detail: expect.any(String) }]);
    },
  );

  it.each(['page', 'Limit', 'question_text', '__proto__', 'constructor', '', 'filter[category]'])(
    'is refused when nobody knows it: %s',
    async (name) => {
      const { status, body } = await rest('GET', `/questions?${encodeURIComponent(name)}=1`);
      expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
      expect(body.errors).toEqual([
        { parameter: name, code: 'unknown_parameter', detail: expect.stringContaining('limit') },
      ]);
    },
  );

  it.each(['limit', 'offset', 'search', 'sort', 'cursor', 'source'])(
    'is refused when it may stand once and stands twice: %s',
    async (name) => {
      const { status, body } = await rest('GET', `/questions?${name}=1&${name}=1`);
      expect([status, body.errors[0]]).toEqual([
        400,
        { parameter: name, code: 'repeated', detail: 'May be given only once.' },
      ]);
    },
  );

  it.each([
    ['topic', undefined],
    ['topicFocus', 'topic_focus'],
    ['Limit', 'limit'],
    ['catgory[]', 'category'],
    ['x'.repeat(5000), undefined],
  ])('is told what was probably meant: %s', async (name, meant) => {
    const { body } = await rest('GET', `/questions?${encodeURIComponent(name)}=1`);
    const [, told] = /Did you mean (\w+)\?/.exec(body.errors[0].detail) ?? [];
    expect(told).toBe(meant);
  });

  it('is told which field was probably meant', async () => {
    const { body } = await rest('GET', '/questions?fields=id,question_txt');
    expect(body.errors[0].detail).toMatch(/^Must be one of id, .*Did you mean question_text\?$/);
  });

  it('is told with all the others', async () => {
    const query = 'limit=0&offset=x&category=Sports&difficulty=9&sort=&nonsense=1';
    const { status, body } = await rest('GET', `/questions?${query}`);
    expect(status).toBe(400);
    expect(body.errors.map(({ parameter }: Json) => parameter)).toEqual([
      'limit',
      'offset',
      'category',
      'difficulty',
      'sort',
      'nonsense',
    ]);
  });

  it('is refused where no parameter is taken', async () => {
    const path = `/questions/${question.id}`;
    const answers = [
      await rest('GET', `${path}?fields=id`),
      await rest('PUT', `${path}?fields=id`, { difficulty: 0 }),
      await rest('DELETE', `${path}?force=true`),
      await rest('POST', '/questions?dry_run=1', makeQuestion()),
    ];
    for (const { status, body } of answers) {
      expect([status, body.errors[0].code]).toEqual([400, 'unknown_parameter']);
    }
    expect((await rest('GET', path)).body).toEqual(question);
  });

  it('is refused by the history too', async () => {
    for (const query of ['limit=0', 'offset=-1', 'cursor=x', 'sort=version', 'limit=x']) {
      const { status, body } = await rest('GET', `/questions/${question.id}/history?${query}`);
      expect([status, body.errors[0].parameter]).toEqual([400, query.split('=')[0]]);
    }
  });
});

describe('parameters that contradict each other', () => {
  it('are refused by REST in its own names', async () => {
    const { body: page } = await rest('GET', '/questions?limit=1');
    const cursor = Buffer.from(
      JSON.stringify(['created_at', question.created_at, question.id]),
    ).toString('base64url');
    expect(page.data).toHaveLength(1);
    const { status, body } = await rest('GET', `/questions?offset=0&cursor=${cursor}`);
    expect([status, body.code]).toEqual([400, 'BAD_REQUEST']);
    expect(body.errors).toEqual([
      { parameter: 'offset', code: 'contradiction', detail: 'Cannot be combined with a cursor.' },
    ]);
    const other = await rest('GET', `/questions?sort=category&cursor=${cursor}`);
    expect([other.status, other.body.errors[0].parameter]).toEqual([400, 'cursor']);
  });

  it.each([
    ['first: 1, last: 1', 'first'],
    ['first: 1, before: "x"', 'first'],
    ['last: 1, after: "x"', 'last'],
    ['last: 1, offset: 1', 'offset'],
    ['after: "x", before: "x"', 'after'],
    ['offset: 1, after: "x"', 'offset'],
    ['offset: 1, before: "x"', 'offset'],
  ])('are refused by GraphQL: %s', async (args, pointer) => {
    for (const field of ['questions', `questionHistory(id: "${question.id}", `]) {
      const call = field.endsWith(' ') ? `${field}${args})` : `${field}(${args})`;
      const { body } = await graphql(`{ ${call} { totalCount } }`);
      expect(body.errors[0].extensions).toEqual({
        code: 'BAD_REQUEST',
        errors: [{ pointer: `/${pointer}`, code: 'contradiction', detail: expect.any(String) }],
      });
    }
  });
});

describe('an id that is none', () => {
  it.each(['x', '1', '%20', '%00', '%', 'null', `%20${question.id}`, `${question.id}0`])(
    'is not found: %s',
    async (id) => {
      const answers = [
        await rest('GET', `/questions/${id}`),
        await rest('PUT', `/questions/${id}`, { difficulty: 0 }),
        await rest('DELETE', `/questions/${id}`),
        await rest('GET', `/questions/${id}/history`),
        await rest('POST', `/questions/${id}/restore`, { version: 1 }),
      ];
      for (const { status, body } of answers) {
        expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
      }
    },
  );

  it('is understood in capitals', async () => {
    const id = question.id.toUpperCase();
    expect((await rest('GET', `/questions/${id}`)).body).toEqual(question);
    expect((await rest('GET', `/questions?ids=${id}`)).body.data).toEqual([question]);
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
