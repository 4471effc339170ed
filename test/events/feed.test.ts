import { describe, expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { makeQuestion } from '../support/questions.ts';

const env = { DATABASE_URL: await createTestDatabase() };
const near = await createTestApp({ env });
const far = await createTestApp({ env });
const asAdmin = bearer((await logIn(near)).access_token);

async function create(overrides = {}, headers = {}): Promise<string> {
  return (await near.rest('POST', '/questions', makeQuestion(overrides), headers)).body.id;
}

const latest = async (): Promise<string> =>
  (await near.rest('GET', '/events?after=latest')).body.next;

const read = async (query: string, headers = {}) =>
  (await far.rest('GET', `/events?${query}`, undefined, headers)).body;

const typesOf = ({ data }: Json) => data.map(({ type }: Json) => type);

async function makeKey(...scopes: string[]): Promise<Record<string, string>> {
  const { body } = await near.rest('POST', '/auth/keys', { name: 'reader', scopes }, asAdmin);
  return bearer(body.key);
}

describe('the feed', () => {
  it('shows each change in order, on any node, at once', async () => {
    const start = await latest();
    const id = await create({ topic_focus: 'Optics' }, asAdmin);
    await near.rest('PATCH', `/questions/${id}`, { difficulty: 2 }, asAdmin);
    await near.rest('DELETE', `/questions/${id}`, undefined, asAdmin);
    await near.rest('POST', `/questions/${id}/restore`, { version: 1 }, asAdmin);
    const { data, next } = await read(`after=${start}`, asAdmin);
    expect(typesOf({ data })).toEqual([
      'question.created',
      'question.updated',
      'question.deleted',
      'question.restored',
    ]);
    expect(data.map(({ version }: Json) => version)).toEqual([1, 2, 3, 4]);
    const [created, updated, deleted, restored] = data;
    expect([created.before, deleted.after, restored.before]).toEqual([null, null, null]);
    expect(created.after).toMatchObject({ topic_focus: 'Optics', difficulty: 1 });
    expect([updated.before, updated.after]).toMatchObject([created.after, { difficulty: 2 }]);
    expect(restored.after).toEqual(created.after);
    expect(created).toMatchObject({ question_id: id, analysis_id: null });
    expect(created.actor).toMatch(/^account:/);
    expect(created.actor_name).toBe('admin@localhost');
    expect((await read(`after=${next}`)).data).toEqual([]);
    expect(typesOf(await read(`after=${created.position}&limit=1`))).toEqual(['question.updated']);
  });

  it('names actors only to those who may write, and runs only to those who may read them', async () => {
    const start = await latest();
    await create({}, asAdmin);
    await near.rest('POST', '/analysis/run', { analysis_type: 'coverage' }, { prefer: 'wait=0' });
    const id = (await near.rest('GET', '/analysis')).body.data[0].id;
    await near.rest('POST', `/analysis/${id}/cancel`, undefined, asAdmin);
    const whole = await read(`after=${start}`, asAdmin);
    expect(typesOf(whole)).toEqual(['question.created', 'analysis.cancelled']);
    expect(whole.data[1]).toMatchObject({ analysis_id: id, actor_name: 'admin@localhost' });
    const reader = await makeKey('questions:read');
    const part = await read(`after=${start}`, reader);
    expect(part.data).toEqual([{ ...whole.data[0], actor_name: null }]);
    expect(part.next).toBe(whole.next);
    const refused = await far.rest('GET', '/events?types=analysis.failed', undefined, reader);
    expect([refused.status, refused.body.detail]).toEqual([
      403,
      expect.stringContaining('analysis:read'),
    ]);
    const runs = await makeKey('analysis:read');
    expect((await far.rest('GET', '/events', undefined, runs)).status).toBe(403);
  });

  it('says which position is the oldest when one is gone', async () => {
    const { status, body } = await far.rest('GET', '/events?after=99999999999');
    expect(status).toBe(410);
    expect(body).toMatchObject({ code: 'GONE', oldest: '0' });
    const { body: graphql } = await far.graphql('{ events(after: "99999999999") { next } }');
    expect(graphql.errors[0].extensions).toMatchObject({ code: 'GONE', oldest: '0' });
  });

  it('waits for an event of the wanted type, from another node', async () => {
    const start = await latest();
    const target = `/events?after=${start}&types=question.deleted`;
    const waiting = far.rest('GET', target, undefined, { prefer: 'wait=20' });
    const id = await create();
    await near.rest('DELETE', `/questions/${id}`);
    const { body, headers } = await waiting;
    expect(headers.get('preference-applied')).toBe('wait=20');
    expect(body.data).toMatchObject([{ type: 'question.deleted', question_id: id }]);
    const { body: later } = await near.rest('GET', target.replace(start, body.next), undefined, {
      prefer: 'wait=1',
    });
    expect(later).toEqual({ data: [], next: body.next });
  });

  it('is also a batch of CloudEvents', async () => {
    const start = await latest();
    const id = await create();
    const accept = 'application/cloudevents-batch+json';
    const { body, headers } = await far.rest('GET', `/events?after=${start}`, undefined, {
      accept,
    });
    expect(headers.get('content-type')).toBe(accept);
    const { data } = await read(`after=${start}`);
    expect(body).toEqual([
      {
        specversion: '1.0',
        id: data[0].id,
        source: '/events',
        type: 'question.created',
        subject: id,
        time: data[0].occurred_at,
        sequence: data[0].position,
        datacontenttype: 'application/json',
        data: data[0],
      },
    ]);
    expect(headers.get('link')).toBe(`</events?after=${data[0].position}>; rel="next"`);
    const plain = { accept: 'text/csv' };
    expect((await far.rest('GET', '/events', undefined, plain)).status).toBe(406);
  });
});
