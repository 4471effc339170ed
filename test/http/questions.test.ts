import { describe, expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { rest, graphql, logged } = await createTestApp();

describe('adding questions', () => {
  it('stores one and shows where it is', async () => {
    const answer = await rest('POST', '/questions', makeQuestion({ topic_focus: 'Physics' }));
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe(`/questions/${answer.body.id}`);
    expect(answer.headers.get('etag')).toBe('"1"');
    expect(answer.body).toMatchObject({
      category: 'Science',
      difficulty: 1,
      topic_focus: 'Physics',
      version: 1,
    });
    const read = await rest('GET', `/questions/${answer.body.id}`);
    expect(read.body).toEqual(answer.body);
  });

  it('keeps /v1 in the address of what it made', async () => {
    const answer = await rest('POST', '/v1/questions', makeQuestion());
    expect(answer.headers.get('location')).toBe(`/v1/questions/${answer.body.id}`);
  });

  it('keeps other accepted answers, and checks them against the stored ones', async () => {
    const question = makeQuestion({ correct_answer: 'UK', accepted_answers: ['Britain'] });
    const { body } = await rest('POST', '/questions', question);
    expect(body.accepted_answers).toEqual(['Britain']);
    const path = `/questions/${body.id}`;
    const refused = await rest('PATCH', path, { correct_answer: 'britain' });
    expect([refused.status, refused.body.errors[0].pointer]).toEqual([422, '/accepted_answers/0']);
    const choices = { correct_answer: 'Britain', incorrect_answers: ['France'] };
    const among = await rest('PATCH', path, choices);
    expect([among.status, among.body.errors[0].pointer]).toEqual([422, '/accepted_answers/0']);
    const changed = await rest('PATCH', path, { accepted_answers: ['Great Britain'] });
    expect(changed.body).toMatchObject({ version: 2, accepted_answers: ['Great Britain'] });
    const { body: history } = await rest('GET', `${path}/history`);
    expect(history.data[0].changes).toEqual([
      { field: 'accepted_answers', before: ['Britain'], after: ['Great Britain'] },
    ]);
  });

  it('stores many in the order given', async () => {
    const questions = Array.from({ length: 50 }, () => makeQuestion({ source: 'order' }));
    const answer = await rest('POST', '/questions', questions);
    expect(answer.status).toBe(201);
    const texts = questions.map(({ question_text }) => question_text);
    expect(answer.body.data.map((q: { question_text: string }) => q.question_text)).toEqual(texts);
    const list = await rest('GET', '/questions?source=order&limit=100');
    expect(list.body.data.map((q: { question_text: string }) => q.question_text)).toEqual(texts);
  });

  it('stores none of many when one is at fault', async () => {
    const answer = await rest('POST', '/questions', [
      makeQuestion({ source: 'nothing' }),
      makeQuestion({ source: 'nothing', difficulty: 3 }),
    ]);
    expect(answer.status).toBe(422);
    expect(answer.body.errors).toEqual([
      {
        pointer: '/1/difficulty',
        code: 'out_of_range',
        detail: 'Must be 0 (basic), 1 (intermediate) or 2 (advanced); got 3.',
      },
    ]);
    expect((await rest('GET', '/questions?source=nothing')).body.page.total).toBe(0);
  });

  it('trims, normalises and spells the category its own way', async () => {
    const { body } = await rest(
      'POST',
      '/questions',
      makeQuestion({ question_text: '  Cafe\u0301?  ', category: ' general KNOWLEDGE ' }),
    );
    expect(body.question_text).toBe('Caf\u00e9?');
    expect(body.category).toBe('General Knowledge');
  });

  it('refuses a second question with the same source and external id, by name', async () => {
    const origin = { source: 'bank', external_id: 'x-1' };
    await rest('POST', '/questions', makeQuestion(origin));
    const again = await rest('POST', '/questions', [makeQuestion(), makeQuestion(origin)]);
    expect(again.status).toBe(409);
    expect(again.body.code).toBe('CONFLICT');
    expect(again.body.errors[0].pointer).toBe('/1/external_id');
  });
});

describe('changing questions', () => {
  it('keeps what is left out, by PUT and by PATCH', async () => {
    const { body } = await rest('POST', '/questions', makeQuestion({ topic_focus: 'Optics' }));
    for (const [method, version] of [
      ['PUT', 2],
      ['PATCH', 3],
    ] as const) {
      const answer = await rest(method, `/questions/${body.id}`, {
        correct_answer: `By ${method}`,
      });
      expect(answer.status).toBe(200);
      expect(answer.headers.get('etag')).toBe(`"${version}"`);
      expect(answer.body).toMatchObject({
        ...body,
        correct_answer: `By ${method}`,
        version,
        updated_at: expect.any(String),
      });
    }
  });

  it('takes back what was read, and keeps the version when nothing changes', async () => {
    const { body } = await rest('POST', '/questions', makeQuestion());
    const answer = await rest('PUT', `/questions/${body.id}`, body);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual(body);
  });

  it('removes a topic with null', async () => {
    const { body } = await rest('POST', '/questions', makeQuestion({ topic_focus: 'Optics' }));
    const answer = await rest('PATCH', `/questions/${body.id}`, { topic_focus: null });
    expect(answer.body.topic_focus).toBeNull();
  });

  it('refuses an empty change', async () => {
    const { body } = await rest('POST', '/questions', makeQuestion());
    const answer = await rest('PATCH', `/questions/${body.id}`, {});
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0]).toMatchObject({ pointer: '', code: 'required' });
  });

  it('refuses an answer that is already among the wrong ones', async () => {
    const { body } = await rest(
      'POST',
      '/questions',
      makeQuestion({ incorrect_answers: ['Iron'] }),
    );
    const answer = await rest('PATCH', `/questions/${body.id}`, { correct_answer: ' IRON ' });
    expect(answer.status).toBe(422);
    expect(answer.body.errors[0]).toMatchObject({
      pointer: '/incorrect_answers/0',
      code: 'equals_answer',
    });
  });

  it('changes only what the caller saw', async () => {
    const { body } = await rest('POST', '/questions', makeQuestion());
    const path = `/questions/${body.id}`;
    const stale = await rest('PUT', path, { difficulty: 2 }, { 'if-match': '"7"' });
    expect([stale.status, stale.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
    const padded = await rest('PUT', path, { difficulty: 2 }, { 'if-match': '"01"' });
    expect(padded.status).toBe(412);
    const weak = await rest('PUT', path, { difficulty: 2 }, { 'if-match': 'W/"1"' });
    expect(weak.status).toBe(412);
    const fresh = await rest('PUT', path, { difficulty: 2 }, { 'if-match': '"7", "1"' });
    expect(fresh.status).toBe(200);
    expect((await rest('DELETE', path, undefined, { 'if-match': '"1"' })).status).toBe(412);
    expect((await rest('DELETE', path, undefined, { 'if-match': '*' })).status).toBe(204);
  });

  it('lets one of many parallel changes of the same version win', async () => {
    const { body } = await rest('POST', '/questions', makeQuestion());
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        rest(
          'PUT',
          `/questions/${body.id}`,
          { correct_answer: `Racer ${n}` },
          { 'if-match': '"1"' },
        ),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(7).fill(412)]);
  });

  it('deletes once', async () => {
    const { body } = await rest('POST', '/questions', makeQuestion());
    const gone = await rest('DELETE', `/questions/${body.id}`);
    expect([gone.status, gone.body]).toEqual([204, '']);
    expect((await rest('DELETE', `/questions/${body.id}`)).status).toBe(404);
    expect((await rest('GET', `/questions/${body.id}`)).status).toBe(404);
  });
});

describe('reading one', () => {
  it('answers 304 while the version is the same', async () => {
    const { body } = await rest('POST', '/questions', makeQuestion());
    const path = `/questions/${body.id}`;
    const same = await rest('GET', path, undefined, { 'if-none-match': '"1"' });
    expect([same.status, same.body]).toEqual([304, '']);
    await rest('PATCH', path, { difficulty: 0 });
    expect((await rest('GET', path, undefined, { 'if-none-match': '"1"' })).status).toBe(200);
    expect((await rest('GET', path, undefined, { 'if-none-match': '*' })).status).toBe(304);
  });

  it('does not find what is not there, or cannot be', async () => {
    for (const id of ['01a1dcf3-a623-703b-b9e6-140b15b653d2', 'nonsense', '%00', '%zz', "'--"]) {
      const answer = await rest('GET', `/questions/${id}`);
      expect([id, answer.status, answer.body.code]).toEqual([id, 404, 'NOT_FOUND']);
    }
    const { body } = await graphql('{ question(id: "nonsense") { id } }');
    expect(body.data).toEqual({ question: null });
    expect(body.errors[0].extensions.code).toBe('NOT_FOUND');
  });

  it('is the same node over GraphQL', async () => {
    const { body: made } = await rest('POST', '/questions', makeQuestion());
    const { body } = await graphql(
      'query ($id: ID!) { node(id: $id) { __typename id ... on Question { version } } }',
      { id: made.id },
    );
    expect(body.data.node).toEqual({ __typename: 'Question', id: made.id, version: 1 });
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
