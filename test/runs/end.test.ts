import { describe, expect, it } from 'vitest';
import { makeRun } from '../support/analysis-states.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { holdRuns } from '../support/held-runs.ts';
import { makeQuestion } from '../support/questions.ts';

const held = await holdRuns();
const service = await createTestApp({ env: held.env });
const { rest, graphql, logged } = service;
await rest('POST', '/questions', [makeQuestion(), makeQuestion()]);

const start = async (type = 'coverage', { rest }: Pick<TestApp, 'rest'> = service) =>
  (await rest('POST', '/analysis/run', { analysis_type: type }, { prefer: 'wait=0' })).body.id;

const read = async (id: string) => (await rest('GET', `/analysis/${id}`)).body;

const becomes = (id: string, status: string) =>
  expect.poll(async () => (await read(id)).status, { timeout: 30_000 }).toBe(status);

describe('a run under way', () => {
  it('cannot be deleted, can be cancelled once, and makes room for the next', async () => {
    const id = await start('semantic');
    await held.waiting();
    const behind = await start('coverage');
    expect((await read(behind)).status).toBe('QUEUED');

    const kept = await rest('DELETE', `/analysis/${id}`);
    expect([kept.status, kept.body.code]).toEqual([409, 'CONFLICT']);
    expect(kept.body.detail).toContain('RUNNING');

    const { status, body } = await rest('POST', `/analysis/${id}/cancel`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ id, status: 'CANCELLED', result: null, error: null });
    expect(body.finished_at).not.toBeNull();
    const again = await rest('POST', `/analysis/${id}/cancel`);
    expect([again.status, again.body.code]).toEqual([409, 'CONFLICT']);
    expect(again.body.detail).toContain('CANCELLED');

    await becomes(behind, 'SUCCEEDED');
    held.release();
    await becomes(await start('coverage'), 'SUCCEEDED');
    expect(await read(id)).toEqual(body);
  });
});

it('is refused with a pool of one connection too', async () => {
  const small = await createTestApp({ env: { WORKERS: '1', DATABASE_POOL: '1' } });
  const id = await makeRun(small);
  const refused = await Promise.all(
    [1, 2, 3].map(() => small.rest('POST', `/analysis/${id}/cancel`)),
  );
  expect(refused.map(({ status }) => status)).toEqual([409, 409, 409]);
});

describe('an end that is sent again with its Idempotency-Key', () => {
  const again = (key: string) => ({ 'idempotency-key': key });

  it('is answered as the first time: a cancel over REST', async () => {
    const id = await makeRun(service, 'RUNNING');
    const first = await rest('POST', `/analysis/${id}/cancel`, undefined, again('cancel'));
    const second = await rest('POST', `/analysis/${id}/cancel`, undefined, again('cancel'));
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body).toEqual(first.body);
  });

  it('is answered as the first time: a deletion over GraphQL', async () => {
    const id = await makeRun(service);
    const mutation = `mutation { deleteAnalysis(id: "${id}") }`;
    const first = await graphql(mutation, {}, again('delete'));
    const second = await graphql(mutation, {}, again('delete'));
    expect(first.body).toEqual({ data: { deleteAnalysis: id } });
    expect(second.body).toEqual(first.body);
  });
});

describe('a run that waits', () => {
  it('can be cancelled, and is not begun then', async () => {
    const idle = await createTestApp();
    const id = await start('coverage', idle);
    const kept = await idle.rest('DELETE', `/analysis/${id}`);
    expect([kept.status, kept.body.code]).toEqual([409, 'CONFLICT']);
    const { body } = await idle.graphql(
      `mutation { cancelAnalysis(id: "${id}") { status startedAt durationMs error { code } } }`,
    );
    expect(body.data.cancelAnalysis).toEqual({
      status: 'CANCELLED',
      startedAt: null,
      durationMs: null,
      error: null,
    });
    const DATABASE_URL = idle.app.database.url;
    const worker = await createTestApp({ env: { DATABASE_URL, WORKERS: '1' } });
    const next = await makeRun(worker);
    const { data } = (await worker.rest('GET', '/analysis')).body;
    expect(data.map((run: { id: string; status: string }) => [run.id, run.status])).toEqual([
      [next, 'SUCCEEDED'],
      [id, 'CANCELLED'],
    ]);
  });
});

it('a run that is cancelled is told to those who wait for it', async () => {
  const idle = await createTestApp();
  const body = { analysis_type: 'coverage' };
  const waiting = idle.rest('POST', '/analysis/run', body, { prefer: 'wait=30' });
  const listed = async () => (await idle.rest('GET', '/analysis')).body.data;
  await expect.poll(listed, { timeout: 30_000 }).toHaveLength(1);
  const [{ id }] = await listed();
  await idle.rest('POST', `/analysis/${id}/cancel`);
  const answer = await waiting;
  expect([answer.status, answer.body.id, answer.body.status]).toEqual([200, id, 'CANCELLED']);
});

describe('a run that is over', () => {
  it('cannot be cancelled', async () => {
    const id = await makeRun(service);
    const { status, body } = await rest('POST', `/analysis/${id}/cancel`);
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
    const { body: reported } = await graphql(`mutation { cancelAnalysis(id: "${id}") { id } }`);
    expect([reported.data, reported.errors[0].extensions.code]).toEqual([
      { cancelAnalysis: null },
      'CONFLICT',
    ]);
    expect((await read(id)).status).toBe('SUCCEEDED');
  });

  it('is deleted once, with its items', async () => {
    const id = await makeRun(service);
    const count = async () =>
      (
        await service.app.database.pool.query(
          'SELECT count(*)::int AS n FROM analysis_items WHERE analysis_id = $1',
          [id],
        )
      ).rows[0].n;
    expect(await count()).toBeGreaterThan(0);
    const gone = await rest('DELETE', `/analysis/${id}`);
    expect([gone.status, gone.body]).toEqual([204, '']);
    expect(await count()).toBe(0);
    expect((await rest('DELETE', `/analysis/${id}`)).status).toBe(404);
    expect((await rest('GET', `/analysis/${id}`)).status).toBe(404);
    expect((await rest('POST', `/analysis/${id}/cancel`)).status).toBe(404);
  });

  it('is deleted over GraphQL, which gives its id', async () => {
    const id = await makeRun(service);
    const query = `mutation { deleteAnalysis(id: "${id}") }`;
    expect((await graphql(query)).body).toEqual({ data: { deleteAnalysis: id } });
    const { body } = await graphql(query);
    expect([body.data, body.errors[0].extensions.code]).toEqual([
      { deleteAnalysis: null },
      'NOT_FOUND',
    ]);
  });
});

it('does not find what is not there, or cannot be', async () => {
  for (const id of ['nonsense', '01a1dcf3-a623-703b-b9e6-140b15b653d2']) {
    expect((await rest('POST', `/analysis/${id}/cancel`)).status).toBe(404);
    expect((await rest('DELETE', `/analysis/${id}`)).status).toBe(404);
    const { body } = await graphql(`mutation { cancelAnalysis(id: "${id}") { id } }`);
    expect(body.errors[0].extensions.code).toBe('NOT_FOUND');
  }
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
