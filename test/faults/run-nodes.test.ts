import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { openStream, progressOf } from '../support/event-stream.ts';
import { holdRuns } from '../support/held-runs.ts';
import { makeQuestion } from '../support/questions.ts';

const held = await holdRuns();
const DATABASE_URL = await createTestDatabase();
const apiEnv = { ...held.env, DATABASE_URL, PORT: '0', WORKERS: '0' };
const api = await createTestApp({ env: apiEnv });
const url = await api.app.listen();

const start = async (type: string) => {
  const body = { analysis_type: type };
  return (await api.rest('POST', '/analysis/run', body, { prefer: 'wait=0' })).body.id as string;
};

beforeAll(async () => {
  await api.rest('POST', '/questions', [makeQuestion(), makeQuestion()]);
});

describe('a run asked of one node', () => {
  it('is done by another, and watched and cancelled from the first', async () => {
    const waiting = await start('coverage');
    const first = await openStream(url, progressOf(waiting));
    expect((await first.next()).data.analysisProgress.status).toBe('QUEUED');

    const worker = await createTestApp({ env: { ...held.env, DATABASE_URL } });
    const steps = (await first.rest()).map(({ data }) => data.analysisProgress.status);
    expect(steps.at(-1)).toBe('SUCCEEDED');

    const under = await start('semantic');
    const second = await openStream(url, progressOf(under));
    await held.waiting();
    const cancelled = await api.rest('POST', `/analysis/${under}/cancel`);
    expect([cancelled.status, cancelled.body.status]).toEqual([200, 'CANCELLED']);
    expect((await second.rest()).at(-1).data.analysisProgress.status).toBe('CANCELLED');

    // The worker was notified too, and takes the next.
    const body = { analysis_type: 'coverage' };
    const next = await api.rest('POST', '/analysis/run', body, { prefer: 'wait=30' });
    expect([next.status, next.body.status]).toEqual([200, 'SUCCEEDED']);
    expect((await worker.rest('GET', `/analysis/${under}`)).body.result).toBeNull();
    expect(worker.logged.filter(({ level }: Json) => level === 'error')).toEqual([]);
  });

  it('is told of between nodes as it begins and ends', async () => {
    const heard: Json[] = [];
    const client = await api.app.database.pool.connect();
    client.on('notification', ({ payload }) => heard.push(JSON.parse(payload ?? '')));
    await client.query('LISTEN quaestor_events');
    const body = { analysis_type: 'answers' };
    const { body: run } = await api.rest('POST', '/analysis/run', body, { prefer: 'wait=30' });
    const reported = () => heard.filter(({ id }) => id === run.id).map(({ type }) => type);
    await expect.poll(reported).toContain('analysis.completed');
    expect(reported()[0]).toBe('analysis.started');
    client.release(true);
  });
});

describe('nodes that come and go', () => {
  it('hand their runs on: what one leaves another takes up', async () => {
    const DATABASE_URL = await createTestDatabase();
    const env = { ...held.env, DATABASE_URL };
    const first = await createTestApp({ env });
    await first.rest('POST', '/questions', [makeQuestion(), makeQuestion()]);
    const requested = { analysis_type: 'semantic' };
    const { body } = await first.rest('POST', '/analysis/run', requested, { prefer: 'wait=0' });
    const watcher = await createTestApp({ env: { ...env, WORKERS: '0' } });
    const read = async () => (await watcher.rest('GET', `/analysis/${body.id}`)).body;
    await expect.poll(async () => (await read()).progress).toBe(0.05);
    await first.app.stop();
    expect(await read()).toMatchObject({ status: 'QUEUED', attempt: 1, progress: 0 });
    held.release();
    const second = await createTestApp({ env });
    await expect.poll(async () => (await read()).status).toBe('SUCCEEDED');
    expect(await read()).toMatchObject({ attempt: 1, question_count: 2 });
    expect(second.logged.filter(({ level }: Json) => level === 'error')).toEqual([]);
  });
});

it('says nothing unexpected in its log', () => {
  expect(api.logged.filter(({ level }) => level === 'error')).toEqual([]);
});
