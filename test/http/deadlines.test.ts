import { describe, expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { makeQuestion } from '../support/questions.ts';
import { lockTable } from '../support/table-lock.ts';

const never = '10m';

/** A service whose table of questions is locked. */
async function createLocked(
  env: Record<string, string>,
  prepare: (service: TestApp) => Promise<unknown> = async () => undefined,
) {
  const DATABASE_URL = await createTestDatabase();
  const service = await createTestApp({ env: { DATABASE_URL, ...env } });
  await prepare(service);
  return { ...service, lock: await lockTable(DATABASE_URL, 'questions') };
}

async function expectTimeout({ rest, graphql }: Pick<TestApp, 'rest' | 'graphql'>) {
  const list = await rest('GET', '/questions');
  expect([list.status, list.body.code]).toEqual([504, 'TIMEOUT']);
  const added = await rest('POST', '/questions', makeQuestion());
  expect([added.status, added.body.code]).toEqual([504, 'TIMEOUT']);
  expect(list.body.detail).toMatch(/Try again, or ask for less\.$/);
  for (const query of [
    '{ questions { totalCount } }',
    '{ question(id: "019a0000-0000-7000-8000-000000000000") { id } }',
  ]) {
    const { status, body } = await graphql(query);
    expect([status, body.errors[0].extensions.code]).toEqual([504, 'TIMEOUT']);
  }
  return { ofChange: added.body.detail };
}

describe('a statement', () => {
  it('that waits too long for a lock is 504 on both interfaces, and works again after it', async () => {
    const { lock, ...service } = await createLocked({ LOCK_TIMEOUT: '100ms' });
    const { ofChange } = await expectTimeout(service);
    expect(ofChange).toMatch(/was cancelled\. Try again/);
    // PostgreSQL reports an error before the statement has ended.
    await expect.poll(lock.countStatements).toBe(0);
    await lock.release();
    expect((await service.rest('GET', '/questions')).status).toBe(200);
    expect(service.logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('that takes too long is 504 on both interfaces, and is cancelled', async () => {
    const { lock, ...service } = await createLocked({
      STATEMENT_TIMEOUT: '500ms',
      LOCK_TIMEOUT: never,
    });
    await expectTimeout(service);
    // PostgreSQL reports an error before the statement has ended.
    await expect.poll(lock.countStatements).toBe(0);
    await lock.release();
    expect((await service.rest('POST', '/questions', makeQuestion())).status).toBe(201);
  });
});

const patient = { STATEMENT_TIMEOUT: never, LOCK_TIMEOUT: never };

describe('a request', () => {
  it('that takes too long is 504 on both interfaces, and its statements are cancelled', async () => {
    const { lock, ...service } = await createLocked({ ...patient, REQUEST_TIMEOUT: '200ms' });
    const { ofChange } = await expectTimeout(service);
    // The database may have made it before it learned that it is not wanted.
    expect(ofChange).toMatch(/was cancelled\. The change may have been made/);
    await expect.poll(lock.countStatements).toBe(0);
    await lock.release();
    // The first ones may take longer than they may: they open their connections again.
    await expect
      .poll(async () => (await service.rest('GET', '/questions')).body.page?.total)
      .toBe(0);
  });

  it('has as much time again as its client waits for a run', async () => {
    const { rest } = await createTestApp({ env: { REQUEST_TIMEOUT: '3s' } });
    const run = { analysis_type: 'coverage' };
    const { status, body } = await rest('POST', '/analysis/run', run, { prefer: 'wait=4' });
    expect([status, body.status]).toEqual([202, 'QUEUED']);
  });

  it('ends its statements when the client hangs up, and leaves no half of a change', async () => {
    const { app, logged, lock, rest } = await createLocked(patient);
    const json = { 'content-type': 'application/json' };
    const unknown = '019a0000-0000-7000-8000-000000000000';
    const write = { headers: json, method: 'POST', body: JSON.stringify(makeQuestion()) };
    const requests: [string, RequestInit][] = [
      ['/questions', {}],
      [`/questions/${unknown}`, {}],
      ['/questions', write],
      [`/questions/${unknown}`, { ...write, method: 'PUT' }],
      [
        '/graphql',
        { ...write, body: JSON.stringify({ query: `{ node(id: "${unknown}") { id } }` }) },
      ],
    ];
    for (const [path, init] of requests) {
      const client = new AbortController();
      const answer = app.fetch(`http://localhost:4000${path}`, { ...init, signal: client.signal });
      await expect.poll(lock.countStatements).toBe(1);
      client.abort();
      await expect(answer).rejects.toThrow();
      await expect.poll(lock.countStatements).toBe(0);
    }
    await lock.release();
    expect((await rest('GET', '/questions')).body.page.total).toBe(0);
    expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
  });

  it('whose client hangs up before its query has begun costs no connection', async () => {
    const { app, rest } = await createTestApp({ env: { DATABASE_POOL: '1' } });
    const { pool } = app.database;
    await rest('GET', '/questions');
    let closed = 0;
    pool.on('remove', () => {
      closed += 1;
    });
    const client = new AbortController();
    const { signal } = client;
    const answers = Array.from({ length: 10 }, () =>
      app.fetch('http://localhost:4000/questions', { signal }),
    );
    await expect.poll(() => pool.waitingCount, { interval: 1 }).toBeGreaterThan(5);
    client.abort();
    await Promise.allSettled(answers);
    expect((await rest('GET', '/questions')).status).toBe(200);
    // The one that ran, if it took long.
    expect(closed).toBeLessThan(2);
  });

  it('stops waiting for a run when the client hangs up', async () => {
    const { app, logged } = await createTestApp();
    const client = new AbortController();
    const answer = app.fetch('http://localhost:4000/analysis/run', {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'wait=30', 'x-request-id': 'gone' },
      body: JSON.stringify({ analysis_type: 'coverage' }),
      signal: client.signal,
    });
    const { prisma } = app.database;
    await expect.poll(() => prisma.analysis.count()).toBe(1);
    client.abort();
    await expect(answer).rejects.toThrow();
    // The wait of 30 s would be longer than the poll.
    await expect
      .poll(
        () =>
          logged.some(
            ({ request_id, msg }) => request_id === 'gone' && msg === 'Request completed',
          ),
        { timeout: 15_000 },
      )
      .toBe(true);
  });
});

describe('connections that all wait for a lock', () => {
  it('leave those who need another table alone, and turn others away', async () => {
    const ask = ({ rest }: Pick<TestApp, 'rest'>) =>
      rest('GET', '/questions', undefined, { 'cache-control': 'no-cache' });
    // The connections are open before: on a busy machine that may take longer than a request waits.
    const service = await createLocked(
      { ...patient, DATABASE_POOL: '2', POOL_TIMEOUT: '2s' },
      (app) => Promise.all([ask(app), ask(app), logIn(app)]),
    );
    const { rest, graphql, lock } = service;
    const waiting = [ask(service), ask(service)];
    await expect.poll(lock.countStatements).toBe(2);
    const busy = await ask(service);
    expect([busy.status, busy.body.code]).toEqual([503, 'SERVICE_UNAVAILABLE']);
    expect(busy.headers.get('retry-after')).toMatch(/^\d+$/);

    const tokens = await logIn(service);
    expect((await rest('GET', '/auth/me', undefined, bearer(tokens.access_token))).status).toBe(
      200,
    );
    const me = await graphql('{ me { callerId } }', {}, bearer(tokens.access_token));
    expect(me.body.errors).toBeUndefined();
    expect((await rest('GET', '/readyz')).status).toBe(200);
    expect((await rest('GET', '/healthz')).status).toBe(200);
    const page = await rest('GET', '/graphql', undefined, { accept: 'text/html' });
    expect(page.status).toBe(200);

    await lock.release();
    for (const { status } of await Promise.all(waiting)) expect(status).toBe(200);
  });
});
