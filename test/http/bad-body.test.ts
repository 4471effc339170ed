import { afterAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { app, rest, logged } = await createTestApp({ env: { BODY_LIMIT: '1mb' } });
const { body: question } = await rest('POST', '/questions', makeQuestion());

afterAll(async () => {
  expect((await rest('GET', '/questions')).body.data).toEqual([question]);
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});

const json = { 'content-type': 'application/json' };
const targets = [
  ['POST', '/questions'],
  ['PUT', `/questions/${question.id}`],
  ['PATCH', `/questions/${question.id}`],
  ['POST', `/questions/${question.id}/restore`],
] as const;

/** Invalid UTF-8. */
async function sendBytes(method: string, path: string, body: Uint8Array<ArrayBuffer>) {
  const init = { method, headers: json, body };
  const response = await app.fetch(`http://localhost:4000${path}`, init);
  return { status: response.status, body: await response.json() };
}

function nested(depth: number): string {
  return '['.repeat(depth) + ']'.repeat(depth);
}

describe.each(targets)('%s %s', (method, path) => {
  it.each(['', ' ', '{', '{"a":}', 'question_text=x', '{} {}', "{'a':1}", 'NaN', '\ufeff\ufeff{}'])(
    'cannot read %j',
    async (body) => {
      const answer = await rest(method, path, body, json);
      expect([answer.status, answer.body.code]).toEqual([400, 'BAD_REQUEST']);
      expect(answer.body.detail).toMatch(/^The body is not valid JSON: /);
    },
  );

  it('cannot read a body that is not there, with a type or without', async () => {
    for (const headers of [{}, json]) {
      const answer = await rest(method, path, undefined, headers);
      expect([answer.status, answer.body.detail]).toEqual([
        400,
        'The body is not valid JSON: it is empty.',
      ]);
    }
  });

  it('cannot read invalid UTF-8', async () => {
    const bytes = Buffer.from('{"question_text":"\xff\xfe"}', 'latin1');
    const answer = await sendBytes(method, path, new Uint8Array(bytes));
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ detail: 'The body is not valid UTF-8.' });
  });

  it.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/xml',
    'application/json-seq',
    'application/json; charset=latin1',
    'application/jsonx',
    'json',
  ])('does not take %s', async (type) => {
    const answer = await rest(method, path, '{}', { 'content-type': type });
    expect([answer.status, answer.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });

  it.each(['gzip', 'br', 'deflate', 'gzip, identity', 'nonsense'])(
    'does not take Content-Encoding %s',
    async (encoding) => {
      const answer = await rest(method, path, '{}', { ...json, 'content-encoding': encoding });
      expect([answer.status, answer.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
    },
  );

  it('refuses a body over the limit', async () => {
    const answer = await rest(method, path, `"${'x'.repeat(1024 * 1024)}"`, json);
    expect([answer.status, answer.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
  });

  it('refuses JSON that goes deeper than 32, however deep', async () => {
    for (const depth of [33, 100, 100_000]) {
      const { status, body } = await rest(method, path, nested(depth), json);
      expect([status, body.code]).toEqual([422, 'BAD_USER_INPUT']);
      expect(body.errors).toEqual([
        { pointer: '/0'.repeat(32), code: 'too_deep', detail: expect.any(String) },
      ]);
    }
    const { body } = await rest(method, path, `{"question_text":${nested(32)}}`, json);
    expect(body.errors[0]).toMatchObject({
      pointer: `/question_text${'/0'.repeat(31)}`,
      code: 'too_deep',
    });
  });

  it('takes 32 for deep enough to look at the rules', async () => {
    const { status, body } = await rest(method, path, nested(32), json);
    expect([status, body.errors[0].code]).not.toContain('too_deep');
    expect(status).toBe(422);
  });

  it.each(['null', 'true', '0', '"text"'])('refuses %s for an object', async (body) => {
    const answer = await rest(method, path, body, json);
    expect([answer.status, answer.body.errors]).toEqual([
      422,
      [{ pointer: '', code: 'wrong_type', detail: expect.stringContaining('object') }],
    ]);
  });
});

it.each([
  'application/json; charset=utf-8',
  'Application/JSON;charset="UTF-8"',
  'application/merge-patch+json',
])('takes %s', async (type) => {
  const path = `/questions/${question.id}`;
  const answer = await rest(
    'PATCH',
    path,
    { difficulty: question.difficulty },
    { 'content-type': type },
  );
  expect([answer.status, answer.body]).toEqual([200, question]);
});

describe('many questions', () => {
  it('are one at least', async () => {
    const { status, body } = await rest('POST', '/questions', []);
    expect([status, body.errors]).toEqual([
      422,
      [{ pointer: '', code: 'too_few', detail: 'Must have at least 1 item.' }],
    ]);
  });

  it('are a thousand at most', async () => {
    const questions = Array.from({ length: 1001 }, () => makeQuestion());
    const { status, body } = await rest('POST', '/questions', questions);
    expect([status, body.errors]).toEqual([
      422,
      [{ pointer: '', code: 'too_many', detail: 'Must have at most 1,000 items.' }],
    ]);
  });

  it('are told about one by one', async () => {
    const { status, body } = await rest('POST', '/questions', [
      makeQuestion(),
      null,
      'text',
      [makeQuestion()],
      makeQuestion({ difficulty: 5 }),
    ]);
    expect(status).toBe(422);
    expect(body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual([
      '/1',
      '/2',
      '/3',
      '/4/difficulty',
    ]);
  });

  it('may not share source and external id among themselves', async () => {
    const twin = () => makeQuestion({ source: ' book ', external_id: 'e\u0301' });
    const { status, body } = await rest('POST', '/questions', [
      twin(),
      makeQuestion({ source: 'book', external_id: '\u00e9' }),
      twin(),
    ]);
    expect(status).toBe(422);
    expect(body.errors.map(({ pointer, code }: Record<string, string>) => [pointer, code])).toEqual(
      [
        ['/1/external_id', 'duplicate'],
        ['/2/external_id', 'duplicate'],
      ],
    );
  });

  it('may not change one', async () => {
    const { status, body } = await rest('PUT', `/questions/${question.id}`, [{ difficulty: 0 }]);
    expect([status, body.errors[0].pointer, body.errors[0].code]).toEqual([422, '', 'wrong_type']);
  });
});
