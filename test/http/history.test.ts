import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

let now = new Date('2026-06-01T12:00:00Z');
const { rest, graphql, logged } = await createTestApp({
  // Each reading of the clock advances it by a second, so that changes are ordered.
  clock: () => {
    now = new Date(now.getTime() + 1000);
    return now;
  },
});

async function makeChanged(changes: object[]): Promise<Json> {
  const { body } = await rest('POST', '/questions', makeQuestion({ topic_focus: 'Optics' }));
  for (const change of changes) await rest('PATCH', `/questions/${body.id}`, change);
  return body;
}

const levels = [{ difficulty: 0 }, { difficulty: 2 }, { difficulty: 1 }, { difficulty: 0 }];
const versionsOf = ({ body }: Json) => body.data.map(({ version }: Json) => version);

describe('the history of a question', () => {
  it('tells who changed what, and when, newest first', async () => {
    const question = await makeChanged([{ difficulty: 2, topic_focus: null }]);
    const path = `/questions/${question.id}`;
    await rest('DELETE', path);
    await rest('POST', `${path}/restore`, { version: 1 });
    const { status, body } = await rest('GET', `${path}/history`);
    expect(status).toBe(200);
    expect(body.page).toEqual({
      limit: 20,
      offset: 0,
      total: 4,
      has_more: false,
      next_cursor: null,
    });
    const reported = body.data.map(({ version, change, changed_by, changes }: Json) => ({
      version,
      change,
      changed_by,
      changes,
    }));
    const changed = [
      { field: 'difficulty', before: 1, after: 2 },
      { field: 'topic_focus', before: 'Optics', after: null },
    ];
    const back = changed.map(({ field, before, after }) => ({
      field,
      before: after,
      after: before,
    }));
    const changed_by = 'anonymous';
    expect(reported).toEqual([
      { version: 4, change: 'restored', changed_by, changes: back },
      { version: 3, change: 'deleted', changed_by, changes: [] },
      { version: 2, change: 'updated', changed_by, changes: changed },
      { version: 1, change: 'created', changed_by, changes: [] },
    ]);
    const times = body.data.map(({ changed_at }: Json) => changed_at);
    expect(times).toEqual([...times].sort().reverse());
    expect(times.at(-1)).toBe(question.created_at);
    expect(body.data.at(-1).question).toMatchObject({ topic_focus: 'Optics', difficulty: 1 });
  });

  it('stays when the question is deleted', async () => {
    const question = await makeChanged([]);
    await rest('DELETE', `/questions/${question.id}`);
    expect(versionsOf(await rest('GET', `/questions/${question.id}/history`))).toEqual([2, 1]);
    expect((await rest('GET', `/questions/${question.id}`)).status).toBe(404);
  });

  it('has no entry for a change that changed nothing or failed', async () => {
    const question = await makeChanged([{ difficulty: 1 }, { difficulty: 9 }]);
    expect(versionsOf(await rest('GET', `/questions/${question.id}/history`))).toEqual([1]);
  });

  it('is shown by pages, with the change of the last entry on each', async () => {
    const question = await makeChanged(levels);
    const path = `/questions/${question.id}/history`;
    const { body: whole } = await rest('GET', path);
    const seen: Json[] = [];
    for (let next: string | null = `${path}?limit=2`; next; ) {
      const { body, headers }: Json = await rest('GET', next);
      seen.push(...body.data);
      next = /<([^>]*)>; rel="next"/.exec(headers.get('link'))?.[1] ?? null;
    }
    expect(seen).toEqual(whole.data);
    const byCursor: Json[] = [];
    for (let cursor = ''; ; ) {
      const { body } = await rest('GET', `${path}?limit=2${cursor}`);
      byCursor.push(...body.data);
      if (!body.page.next_cursor) break;
      cursor = `&cursor=${body.page.next_cursor}`;
    }
    expect(byCursor).toEqual(whole.data);
    expect(versionsOf(await rest('GET', `${path}?offset=4`))).toEqual([1]);
    expect(versionsOf(await rest('GET', `${path}?offset=5`))).toEqual([]);
  });

  it('is shown from both ends over GraphQL', async () => {
    const question = await makeChanged(levels);
    const read = async (args: string) => {
      const query = `query ($id: ID!) { question(id: $id) { history(${args}) {
        totalCount nodes { version changes { before after } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      } } }`;
      return (await graphql(query, { id: question.id })).body.data.question.history;
    };
    const versions = ({ nodes }: Json) => nodes.map(({ version }: Json) => version);
    const whole = await read('first: 100');
    const last = await read('last: 2');
    expect([versions(last), last.totalCount]).toEqual([[2, 1], 5]);
    expect(last.nodes).toEqual(whole.nodes.slice(-2));
    expect(last.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    const before = await read(`last: 2, before: "${last.pageInfo.startCursor}"`);
    expect(before.nodes).toEqual(whole.nodes.slice(1, 3));
    expect(before.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
    const first = await read(`last: 2, before: "${before.pageInfo.startCursor}"`);
    expect([versions(first), first.pageInfo.hasPreviousPage]).toEqual([[5], false]);
    const after = await read(`first: 3, after: "${first.pageInfo.endCursor}"`);
    expect(after.nodes).toEqual(whole.nodes.slice(1, 4));
  });

  it('continues from a cursor whatever the case of the id', async () => {
    const question = await makeChanged(levels);
    const path = `/questions/${question.id.toUpperCase()}/history?limit=3`;
    const { body } = await rest('GET', path);
    const rest_ = await rest('GET', `${path}&cursor=${body.page.next_cursor}`);
    expect(versionsOf(rest_)).toEqual([2, 1]);
  });

  it('is not found when there never was such a question', async () => {
    const { status, body } = await rest('GET', `/questions/${randomUUID()}/history`);
    expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
    const answer = await graphql(`{ questionHistory(id: "${randomUUID()}") { totalCount } }`);
    expect(answer.body.data).toEqual({ questionHistory: null });
    expect(answer.body.errors[0].extensions.code).toBe('NOT_FOUND');
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
