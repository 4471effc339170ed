import { createClient } from 'graphql-sse';
import { describe, expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { closeAfterFile } from '../support/close-after-file.ts';
import { createTestDatabase } from '../support/database.ts';
import { openStream } from '../support/event-stream.ts';
import { makeQuestion } from '../support/questions.ts';

const env = { DATABASE_URL: await createTestDatabase(), PORT: '0' };
const near = await createTestApp({ env });
const far = await createTestApp({ env });
const url = await far.app.listen();
const asAdmin = bearer((await logIn(near)).access_token);
/** A token is for the node that listens at its issuer's address. */
const asReader = bearer((await logIn(far)).access_token);

const send = async (method: string, path: string, body?: unknown) =>
  (await near.rest(method, path, body, asAdmin)).body;
const create = async (overrides = {}): Promise<string> =>
  (await send('POST', '/questions', makeQuestion(overrides))).id;

const fields =
  'isMatch event { position type actorName after { topicFocus } } question { version }';

async function follow(args = '', headers: Record<string, string> = asReader) {
  const stream = await openStream(url, `subscription { questionChanged${args} { ${fields} } }`, {
    ...headers,
  });
  closeAfterFile(async () => stream.leave());
  const next = async () => {
    const result = await stream.next();
    expect(result?.errors).toBeUndefined();
    return result?.data.questionChanged;
  };
  return { ...stream, next };
}

const latest = async (): Promise<string> => (await send('GET', '/events?after=latest')).next;

describe('questionChanged', () => {
  it('sends changes that another node has made, in order', async () => {
    const from = await latest();
    const stream = await follow(`(after: "${from}")`);
    const id = await create({ topic_focus: 'Optics' });
    expect(await stream.next()).toMatchObject({
      isMatch: true,
      event: {
        type: 'QUESTION_CREATED',
        actorName: 'admin@localhost',
        after: { topicFocus: 'Optics' },
      },
    });
    await send('PATCH', `/questions/${id}`, { topic_focus: null });
    await send('DELETE', `/questions/${id}`);
    expect((await stream.next()).event).toMatchObject({ after: { topicFocus: null } });
    expect(await stream.next()).toMatchObject({ isMatch: false, question: null });
    await send('POST', `/questions/${id}/restore`, { version: 1 });
    expect(await stream.next()).toMatchObject({ isMatch: true, question: { version: 4 } });
  });

  it.each([
    ['a criterion', '{ category: GEOGRAPHY, topicFocus: "RIVERS" }'],
    ['words', '{ category: GEOGRAPHY, search: "rivers", createdAfter: "2020-01-01T00:00:00Z" }'],
  ])('tells when a question enters and leaves a filter by %s', async (_by, filter) => {
    const stream = await follow(`(filter: ${filter}, after: "${await latest()}")`);
    await create({ category: 'Geography', topic_focus: 'Mountains' });
    const id = await create({ category: 'Science', topic_focus: 'Rivers' });
    await send('PATCH', `/questions/${id}`, { category: 'Geography' });
    await send('PATCH', `/questions/${id}`, { topic_focus: 'Lakes' });
    await send('PATCH', `/questions/${id}`, { difficulty: 2 });
    await create({ category: 'Geography', topic_focus: 'rivers' });
    const seen = [await stream.next(), await stream.next(), await stream.next()];
    expect(seen.map(({ isMatch, event }: Json) => [isMatch, event.after.topicFocus])).toEqual([
      [true, 'Rivers'],
      [false, 'Lakes'],
      [true, 'rivers'],
    ]);
  });

  it('is resumed after a position or Last-Event-ID, with nothing missed and nothing twice', async () => {
    const from = await latest();
    for (const topic_focus of ['one', 'two', 'three']) await create({ topic_focus });
    const whole = await follow(`(after: "${from}")`);
    const seen = [await whole.next(), await whole.next(), await whole.next()];
    expect(seen.map(({ event }: Json) => event.after.topicFocus)).toEqual(['one', 'two', 'three']);
    const lastEventId = { ...asReader, 'last-event-id': seen[0].event.position };
    for (const resumed of [
      await follow(`(after: "${seen[0].event.position}")`),
      await follow(`(after: "${from}")`, lastEventId),
    ]) {
      expect([await resumed.next(), await resumed.next()]).toEqual(seen.slice(1));
    }
    const query = encodeURIComponent(`subscription { questionChanged { ${fields} } }`);
    const leaving = new AbortController();
    const { body } = await fetch(`${url}/graphql?query=${query}`, {
      headers: { accept: 'text/event-stream', 'last-event-id': from },
      signal: leaving.signal,
    });
    let text = '';
    const decoder = new TextDecoder();
    for await (const chunk of body ?? []) {
      text += decoder.decode(chunk);
      if (text.split('event: next').length > 3 && text.endsWith('\n\n')) break;
    }
    leaving.abort();
    const ids = [...text.matchAll(/^id: (\d+)\nevent: next$/gm)].map(([, id]) => id);
    expect(ids).toEqual(seen.map(({ event }: Json) => event.position));
  });

  it('refuses a position that is gone, a filter that breaks a rule, and callers who may not read', async () => {
    const codes = [];
    for (const args of ['(after: "99999999999")', '(after: "now", filter: { topicFocus: " " })']) {
      const stream = await openStream(url, `subscription { questionChanged${args} { isMatch } }`);
      const { errors } = (await stream.next()) ?? {};
      codes.push(errors[0].extensions.code);
      if (errors[0].extensions.errors) expect(errors[0].extensions.errors).toHaveLength(2);
      stream.leave();
    }
    expect(codes).toEqual(['GONE', 'BAD_REQUEST']);
    expect((await follow('', bearer('nonsense'))).status).toBe(401);
  });
});

describe('a single connection', () => {
  const connect = (headers = asReader) => {
    const client = createClient({
      url: `${url}/graphql/stream`,
      singleConnection: true,
      retryAttempts: 0,
      headers,
    });
    closeAfterFile(async () => client.dispose());
    return client;
  };
  const query =
    'subscription($after: String, $filter: QuestionFilter) { questionChanged(after: $after, filter: $filter) { isMatch event { after { topicFocus } } } }';
  const topicOf = async (results: AsyncIterator<Json>) =>
    (await results.next()).value?.data.questionChanged.event.after.topicFocus;

  it('carries several operations, each until its client has enough of it', async () => {
    const client = connect();
    const after = await latest();
    const rivers = client.iterate({
      query,
      variables: { after, filter: { topicFocus: 'rivers' } },
    });
    const lakes = client.iterate({ query, variables: { after, filter: { topicFocus: 'lakes' } } });
    for (const topic_focus of ['Lakes', 'Rivers', 'lakes']) await create({ topic_focus });
    expect(await topicOf(rivers)).toBe('Rivers');
    expect([await topicOf(lakes), await topicOf(lakes)]).toEqual(['Lakes', 'lakes']);
    await rivers.return?.();
    const plain = client.iterate({ query: '{ questions(first: 1) { totalCount } }' });
    expect((await plain.next()).value?.data).toEqual({
      questions: { totalCount: expect.any(Number) },
    });
    expect((await plain.next()).done).toBe(true);
    const wrong = client.iterate({ query: '{ nothing }' });
    const { errors } = (await wrong.next()).value as Json;
    expect(errors[0].extensions).toEqual({ code: 'BAD_REQUEST' });
    await create({ topic_focus: 'LAKES' });
    expect(await topicOf(lakes)).toBe('LAKES');
  });

  it('is its own: others cannot read it or add to it', async () => {
    const call = (method: string, headers: Record<string, string>, body?: object) =>
      far.rest(method, '/graphql/stream', body, headers);
    const { status, body: token } = await call('PUT', asReader);
    expect(status).toBe(201);
    const own = { 'x-graphql-event-stream-token': token };
    const operation = { query: '{ __typename }', extensions: { operationId: '1' } };
    const stream = { accept: 'text/event-stream' };
    expect((await call('GET', { ...own, ...stream })).status).toBe(404);
    expect((await call('POST', own, operation)).status).toBe(404);
    expect((await call('POST', { ...asReader, ...own }, { query: '{ __typename }' })).status).toBe(
      400,
    );
    expect((await call('POST', { ...asReader, ...own }, operation)).status).toBe(202);
    expect((await call('PATCH', { ...asReader, ...own })).status).toBe(405);
  });
});
