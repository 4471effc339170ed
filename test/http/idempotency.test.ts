import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { type Answer, createTestApp } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { rest, graphql, logged } = await createTestApp();

const withKey = (key: string = randomUUID()) => ({ 'idempotency-key': key });

async function countQuestions(source: string): Promise<number> {
  return (await rest('GET', `/questions?source=${source}`)).body.page.total;
}

function expectReplay(first: Answer, again: Answer): void {
  expect(first.headers.get('idempotent-replayed')).toBeNull();
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const shown = ({ status, headers, body }: Answer) => ({
    status,
    body,
    type: headers.get('content-type'),
    location: headers.get('location'),
    etag: headers.get('etag'),
  });
  expect(shown(again)).toEqual(shown(first));
}

describe('a REST POST sent again with its Idempotency-Key', () => {
  it('is answered as before and adds no second question', async () => {
    const headers = withKey();
    const question = makeQuestion({ source: 'one' });
    const first = await rest('POST', '/questions', question, headers);
    expect([first.status, first.headers.get('etag')]).toEqual([201, '"1"']);
    expectReplay(first, await rest('POST', '/questions', question, headers));
    expect(await countQuestions('one')).toBe(1);
  });

  it('adds many once', async () => {
    const headers = withKey();
    const questions = Array.from({ length: 20 }, () => makeQuestion({ source: 'many' }));
    const first = await rest('POST', '/questions', questions, headers);
    expect(first.status).toBe(201);
    expectReplay(first, await rest('POST', '/questions', questions, headers));
    expect(await countQuestions('many')).toBe(20);
  });

  it('restores once, whatever happened since', async () => {
    const { body } = await rest('POST', '/questions', makeQuestion());
    const path = `/questions/${body.id}`;
    await rest('PUT', path, { difficulty: 0 });
    const headers = withKey();
    const first = await rest('POST', `${path}/restore`, { version: 1 }, headers);
    expect([first.status, first.body.version]).toEqual([200, 3]);
    await rest('PUT', path, { difficulty: 2 });
    expectReplay(first, await rest('POST', `${path}/restore`, { version: 1 }, headers));
    expect((await rest('GET', path)).body).toMatchObject({ version: 4, difficulty: 2 });
  });

  it('is the same under /v1 and with other white space', async () => {
    const headers = withKey();
    const question = makeQuestion({ source: 'v1' });
    const first = await rest('POST', '/questions', question, headers);
    const again = await rest('POST', '/v1/questions', JSON.stringify(question, null, 2), headers);
    expectReplay(first, again);
  });
});

describe('a GraphQL mutation sent again with its Idempotency-Key', () => {
  const input = {
    questionText: 'Which planet is the largest?',
    correctAnswer: 'Jupiter',
    category: 'ASTRONOMY',
    difficulty: 'BASIC',
  };
  const create =
    'mutation ($input: QuestionInput!) { createQuestion(input: $input) { id version } }';

  it('is answered as before and changes nothing', async () => {
    const headers = withKey();
    const variables = { input: { ...input, source: 'graphql' } };
    const first = await graphql(create, variables, headers);
    expect(first.body.data.createQuestion.version).toBe(1);
    expectReplay(first, await graphql(create, variables, headers));
    expect(await countQuestions('graphql')).toBe(1);

    const { id } = first.body.data.createQuestion;
    const deletion = 'mutation ($id: ID!) { deleteQuestion(id: $id) }';
    const other = withKey();
    const gone = await graphql(deletion, { id }, other);
    expect(gone.body).toEqual({ data: { deleteQuestion: id } });
    expectReplay(gone, await graphql(deletion, { id }, other));
  });

  it('is refused with other variables', async () => {
    const headers = withKey();
    await graphql(create, { input: { ...input, source: 'variables' } }, headers);
    const { status, body } = await graphql(create, { input }, headers);
    expect([status, body.errors[0].extensions]).toEqual([400, { code: 'BAD_USER_INPUT' }]);
    expect(await countQuestions('variables')).toBe(1);
  });

  it('that half succeeded is answered with that half', async () => {
    const query = `mutation ($input: QuestionInput!) {
      createQuestion(input: $input) { id } deleteQuestion(id: "none")
    }`;
    const headers = withKey();
    const variables = { input: { ...input, source: 'half' } };
    const first = await graphql(query, variables, headers);
    expect(first.body.errors[0].extensions.code).toBe('NOT_FOUND');
    expectReplay(first, await graphql(query, variables, headers));
    expect(await countQuestions('half')).toBe(1);
  });

  it('that only reads keeps no key', async () => {
    const headers = withKey();
    await graphql('{ questions { totalCount } }', undefined, headers);
    const answer = await graphql(create, { input }, headers);
    expect(answer.headers.get('idempotent-replayed')).toBeNull();
    expect(answer.body.errors).toBeUndefined();
  });
});

describe('an Idempotency-Key', () => {
  it('belongs to one request', async () => {
    const headers = withKey();
    const question = makeQuestion({ source: 'other' });
    const { body: made } = await rest('POST', '/questions', question, headers);
    const answers = [
      await rest('POST', '/questions', { ...question, difficulty: 2 }, headers),
      await rest('POST', '/questions', [question], headers),
      await rest('POST', `/questions/${made.id}/restore`, { version: 1 }, headers),
      await rest('POST', `/questions/${made.id}/restore`, question, headers),
    ];
    for (const { status, body } of answers) {
      expect([status, body.code]).toEqual([422, 'BAD_USER_INPUT']);
    }
    expect(await countQuestions('other')).toBe(1);
  });

  it('lets one of twenty parallel requests through', async () => {
    const headers = withKey();
    const question = makeQuestion({ source: 'parallel' });
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => rest('POST', '/questions', question, headers)),
    );
    const made = answers.filter(({ status }) => status === 201);
    expect(made.filter(({ headers: h }) => !h.has('idempotent-replayed'))).toHaveLength(1);
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    for (const { status, headers: h, body } of answers.filter((answer) => !made.includes(answer))) {
      expect([status, body.code, h.get('retry-after')]).toEqual([409, 'CONFLICT', '1']);
    }
    expect(await countQuestions('parallel')).toBe(1);
  });

  it('is free again after a request that failed', async () => {
    const headers = withKey();
    const taken = { source: 'failed', external_id: '1' };
    await rest('POST', '/questions', makeQuestion(taken));
    const answers = [
      await rest('POST', '/questions', makeQuestion({ difficulty: 9 }), headers),
      await rest('POST', '/questions', makeQuestion(taken), headers),
      await rest('POST', `/questions/${randomUUID()}/restore`, { version: 1 }, headers),
      await rest('POST', '/questions?nonsense=1', makeQuestion(), headers),
      await rest('POST', '/questions', makeQuestion({ source: 'mended' }), headers),
    ];
    expect(answers.map(({ status }) => status)).toEqual([422, 409, 404, 400, 201]);
    expect(answers.some(({ headers: h }) => h.has('idempotent-replayed'))).toBe(false);
  });

  it.each(['', ' ', 'x'.repeat(256), 'caf\u00e9', 'a\tb'])('is refused as %j', async (key) => {
    const rests = await rest(
      'POST',
      '/questions',
      makeQuestion({ source: 'bad-key' }),
      withKey(key),
    );
    expect([rests.status, rests.body.code]).toEqual([400, 'BAD_REQUEST']);
    const fault = { parameter: 'Idempotency-Key', code: 'invalid', detail: expect.any(String) };
    expect(rests.body.errors).toEqual([fault]);
    const { status, body } = await graphql(
      'mutation { deleteQuestion(id: "x") }',
      {},
      withKey(key),
    );
    expect([status, body.errors[0].extensions]).toEqual([
      400,
      { code: 'BAD_REQUEST', errors: [fault] },
    ]);
    expect(await countQuestions('bad-key')).toBe(0);
  });

  it('may have 255 characters', async () => {
    const headers = withKey('k'.repeat(255));
    expect((await rest('POST', '/questions', makeQuestion(), headers)).status).toBe(201);
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
