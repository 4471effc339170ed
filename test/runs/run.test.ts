import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, bearer, logIn } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const service = await createTestApp({ env: { WORKERS: '1' } });
const { rest, graphql, logged } = service;
let ids: string[] = [];

beforeAll(async () => {
  const { body } = await rest('POST', '/questions', [
    makeQuestion({ category: 'Science', topic_focus: 'Optics' }),
    makeQuestion({ category: 'Science', difficulty: 0 }),
    makeQuestion({ category: 'Literature' }),
  ]);
  ids = body.data.map(({ id }: { id: string }) => id);
});

const wait = { prefer: 'wait=30' };
const run = (body: object, headers: Record<string, string> = wait) =>
  rest('POST', '/analysis/run', { analysis_type: 'coverage', ...body }, headers);

const fields = 'id status questionCount selection result summary createdBy';
const runGraphql = async (input: object, waiting = 30) => {
  const { body } = await graphql(
    `mutation ($input: RunAnalysisInput!, $wait: Int) {
      runAnalysis(input: $input, wait: $wait) { ${fields} }
    }`,
    { input: { analysisType: 'COVERAGE', ...input }, wait: waiting },
  );
  return body;
};

describe('a run', () => {
  it('is about the questions with the ids, each once', async () => {
    const [one, two] = ids as [string, string];
    const { status, body } = await run({ question_ids: [two, one, two, one.toUpperCase()] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'SUCCEEDED', question_count: 2, selection: null });
    expect(body.result.summary.evaluated).toBe(2);
    const { data } = await runGraphql({ questionIds: [two, one, two] });
    expect(data.runAnalysis).toMatchObject({ status: 'SUCCEEDED', questionCount: 2 });
  });

  it('is about what the criteria choose', async () => {
    const { body } = await run({ selection: { category: ['science'], topic_focus: 'OPTICS' } });
    expect(body).toMatchObject({ question_count: 1, summary: { evaluated: 1 } });
    expect(body.selection).toEqual({ category: ['Science'], topic_focus: ['OPTICS'] });
    const criteria = { search: 'answer -zebra', ids, created_after: '2020-01-01T01:00:00+01:00' };
    const { body: other } = await run({ selection: { ...criteria, difficulty: [0] } });
    expect(other).toMatchObject({
      question_count: 1,
      selection: { ...criteria, created_after: '2020-01-01T00:00:00.000Z' },
      summary: { evaluated: 1 },
    });
    const { data } = await runGraphql({ selection: { category: ['SCIENCE'], difficulty: null } });
    expect(data.runAnalysis).toMatchObject({ questionCount: 2, summary: { evaluated: 2 } });
  });

  it('is about all questions when nothing is said', async () => {
    for (const left of [{}, { question_ids: null }, { selection: null }, { selection: {} }]) {
      const { body } = await run(left);
      expect([left, body.question_count, body.selection]).toEqual([left, 3, null]);
    }
    expect((await runGraphql({})).data.runAnalysis.questionCount).toBe(3);
  });

  it('is shown with all that is known of it', async () => {
    const { body } = await run({ parameters: { min_per_cell: 2 } });
    expect(Object.keys(body)).toEqual([
      ...['id', 'analysis_type', 'engine_version', 'status', 'progress', 'parameters'],
      ...['selection', 'question_count', 'summary', 'item_count', 'result', 'error', 'stale'],
      ...['created_by', 'attempt', 'created_at', 'started_at', 'finished_at', 'duration_ms'],
    ]);
    expect(body).toMatchObject({
      analysis_type: 'coverage',
      progress: 1,
      parameters: { min_per_cell: 2, tolerance: 0.02, items: 'flagged' },
      error: null,
      stale: false,
      created_by: 'anonymous',
      attempt: 1,
    });
    expect(body.result.summary).toEqual(body.summary);
    expect(body.item_count).toBe(body.result.items.length);
    const times = [body.created_at, body.started_at, body.finished_at].map((at) => Date.parse(at));
    expect(times).toEqual([...times].sort((one, other) => one - other));
    expect(body.duration_ms).toBe((times[2] ?? 0) - (times[1] ?? 0));
    expect((await rest('GET', `/analysis/${body.id}`)).body).toEqual(body);
  });

  it('says who asked for it', async () => {
    const { access_token } = await logIn(service, admin);
    const { body: me } = await rest('GET', '/auth/me', undefined, bearer(access_token));
    const { body } = await run({}, { ...wait, ...bearer(access_token) });
    expect(body.created_by).toBe(`account:${me.account.id}`);
    const key = { name: 'runner', scopes: ['analysis:run', 'analysis:read'] };
    const { body: made } = await rest('POST', '/auth/keys', key, bearer(access_token));
    const { body: other } = await run({}, { ...wait, ...bearer(made.key) });
    expect(other.created_by).toBe(`key:${made.id}`);
  });
});

describe('Prefer: wait', () => {
  it('of 0 answers at once, and says where the run is', async () => {
    const { status, headers, body } = await run({}, { prefer: 'wait=0' });
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/analysis/${body.id}`);
    expect(headers.get('retry-after')).toBe('1');
    expect(headers.get('preference-applied')).toBe('wait=0');
    expect(body).toMatchObject({ result: null, summary: null, finished_at: null, stale: false });
    const v1 = await rest(
      'POST',
      '/v1/analysis/run',
      { analysis_type: 'coverage' },
      { prefer: 'wait=0' },
    );
    expect(v1.headers.get('location')).toBe(`/v1/analysis/${v1.body.id}`);
  });

  it.each([
    ['wait=5', 'wait=5'],
    ['respond-async, WAIT="7"; x=1', 'wait=7'],
    ['wait=31', 'wait=30'],
    ['wait=999999999', 'wait=30'],
    ['wait=nonsense', null],
    ['wait=-1', null],
    ['wait=1.5', null],
    ['await=3', null],
    ['', null],
  ])('%s is applied as %s', async (prefer, applied) => {
    const { status, headers } = await run({}, { prefer });
    expect([status, headers.get('preference-applied')]).toEqual([200, applied]);
    expect([headers.get('location'), headers.get('retry-after')]).toEqual([null, null]);
  });

  it('is an argument over GraphQL, with bounds', async () => {
    expect((await runGraphql({}, 0)).data.runAnalysis).toMatchObject({ result: null });
    for (const wrong of [-1, 31]) {
      const { data, errors } = await runGraphql({}, wrong);
      expect(data).toEqual({ runAnalysis: null });
      expect(errors[0].extensions).toMatchObject({
        code: 'BAD_USER_INPUT',
        errors: [{ pointer: '/wait', code: 'out_of_range' }],
      });
    }
  });
});

describe('a run sent again with its Idempotency-Key', () => {
  const count = async () => (await rest('GET', '/analysis')).body.page.total;

  it.each(['wait=30', 'wait=0'])('is the same run, answered as before (%s)', async (prefer) => {
    const headers = { prefer, 'idempotency-key': randomUUID() };
    const first = await run({}, headers);
    const before = await count();
    const again = await run({}, headers);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    for (const name of ['location', 'retry-after', 'preference-applied']) {
      expect(again.headers.get(name)).toBe(first.headers.get(name));
    }
    expect(await count()).toBe(before);
  });

  it('is refused with another body', async () => {
    const headers = { ...wait, 'idempotency-key': randomUUID() };
    await run({}, headers);
    const before = await count();
    const { status, body } = await run({ parameters: { min_per_cell: 9 } }, headers);
    expect([status, body.code]).toEqual([422, 'BAD_USER_INPUT']);
    expect(await count()).toBe(before);
  });

  it('is the same run over GraphQL', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const query = 'mutation { runAnalysis(input: { analysisType: COVERAGE }) { id status } }';
    const first = await graphql(query, undefined, headers);
    const before = await count();
    const again = await graphql(query, undefined, headers);
    expect([again.headers.get('idempotent-replayed'), again.body]).toEqual(['true', first.body]);
    expect(await count()).toBe(before);
  });

  it('can be sent again after it was refused', async () => {
    const headers = { ...wait, 'idempotency-key': randomUUID() };
    expect((await run({ question_ids: [randomUUID()] }, headers)).status).toBe(422);
    expect((await run({}, headers)).status).toBe(200);
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }: Json) => level === 'error')).toEqual([]);
});
