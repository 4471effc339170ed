import { describe, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { rest, graphql, logged } = await createTestApp();

async function makeChanged(overrides = {}): Promise<{ path: string; versions: Json[] }> {
  const { body: first } = await rest('POST', '/questions', makeQuestion(overrides));
  const path = `/questions/${first.id}`;
  const { body: second } = await rest('PATCH', path, {
    question_text: `Changed: ${first.question_text}`,
    correct_answer: 'Another answer',
    incorrect_answers: [],
    category: 'Literature',
    difficulty: 2,
    topic_focus: 'Poetry',
    source: null,
    external_id: null,
  });
  return { path, versions: [first, second] };
}

const restore = (path: string, body: unknown, headers?: Record<string, string>) =>
  rest('POST', `${path}/restore`, body, headers);

describe('restoring', () => {
  it('brings back an old version as a new one', async () => {
    const { path, versions } = await makeChanged();
    const { status, headers, body } = await restore(path, { version: 1 });
    expect([status, headers.get('etag')]).toEqual([200, '"3"']);
    expect(body).toEqual({ ...versions[0], version: 3, updated_at: expect.any(String) });
    expect((await rest('GET', path)).body).toEqual(body);
  });

  it('brings back a deleted question under its id, with the next version', async () => {
    const { path, versions } = await makeChanged();
    await rest('DELETE', path);
    const { status, body } = await restore(path, { version: 2 });
    expect(status).toBe(200);
    expect(body).toEqual({ ...versions[1], version: 4, updated_at: expect.any(String) });
    expect(body.created_at).toBe(versions[0].created_at);
    expect((await rest('GET', path)).body).toEqual(body);
    expect((await rest('PUT', path, { difficulty: 0 })).body.version).toBe(5);
  });

  it('does the same over GraphQL', async () => {
    const { path, versions } = await makeChanged();
    await rest('DELETE', path);
    const { body } = await graphql(
      `mutation ($id: ID!) { restoreQuestion(id: $id, version: 1) { id version questionText } }`,
      { id: versions[0].id },
    );
    expect(body.data.restoreQuestion).toEqual({
      id: versions[0].id,
      version: 4,
      questionText: versions[0].question_text,
    });
  });

  it('keeps the version when the question says that already', async () => {
    const { path, versions } = await makeChanged();
    const { status, body } = await restore(path, { version: 2 });
    expect([status, body]).toEqual([200, versions[1]]);
  });

  it('does not find a version or a question that never was', async () => {
    const { path } = await makeChanged();
    const { status, body } = await restore(path, { version: 3 });
    expect([status, body.code, body.detail]).toEqual([
      404,
      'NOT_FOUND',
      'The question has versions 1 to 2, not 3.',
    ]);
    const unknown = await restore('/questions/01a1dcf3-a623-703b-b9e6-140b15b653d2', {
      version: 1,
    });
    expect(unknown.status).toBe(404);
    const answer = await graphql(`mutation { restoreQuestion(id: "x", version: 1) { id } }`);
    expect(answer.body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  it('restores only what the caller saw', async () => {
    const { path } = await makeChanged();
    const stale = await restore(path, { version: 1 }, { 'if-match': '"1"' });
    expect([stale.status, stale.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
    expect((await restore(path, { version: 1 }, { 'if-match': '"2"' })).status).toBe(200);
    await rest('DELETE', path);
    expect((await restore(path, { version: 1 }, { 'if-match': '"3"' })).status).toBe(412);
    expect((await restore(path, { version: 1 }, { 'if-match': '"4"' })).status).toBe(200);
  });

  it('takes no source and external id that another question has by now', async () => {
    const origin = { source: 'book', external_id: '7' };
    const { path } = await makeChanged(origin);
    const { body: heir } = await rest('POST', '/questions', makeQuestion(origin));
    const { status, body } = await restore(path, { version: 1 });
    expect([status, body.code, body.errors[0].code]).toEqual([409, 'CONFLICT', 'taken']);
    await rest('DELETE', path);
    expect((await restore(path, { version: 1 })).status).toBe(409);
    await rest('DELETE', `/questions/${heir.id}`);
    expect((await restore(path, { version: 1 })).status).toBe(200);
  });

  it('brings a deleted question back once, however many ask for it at a time', async () => {
    const { path } = await makeChanged();
    await rest('DELETE', path);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => restore(path, { version: 1 })),
    );
    expect(answers.map(({ status, body }) => [status, body.version])).toEqual(
      Array(8).fill([200, 4]),
    );
  });

  it('goes one way or the other when a deletion comes at the same time', async () => {
    const { path } = await makeChanged();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        n % 2 ? rest('DELETE', path) : restore(path, { version: 1 }),
      ),
    );
    for (const { status } of answers) expect([200, 204, 404]).toContain(status);
    const { body } = await rest('GET', `${path}/history?limit=100`);
    const versions = body.data.map(({ version }: Json) => version);
    expect(versions).toEqual(versions.map((_: number, index: number) => versions.length - index));
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
