import { describe, expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { openStream, progressOf } from '../support/event-stream.ts';
import { findFreePort } from '../support/free-port.ts';
import { makeQuestion } from '../support/questions.ts';
import { hasRedis, startRedis } from '../support/redis.ts';

const pollOptions = { interval: 200 };
const coverage = { analysis_type: 'coverage' };

describe.skipIf(!hasRedis)('runs on Redis', () => {
  it('are done by another node, watched from the first, and wait while Redis is away', async () => {
    const redis = await startRedis();
    const env = { DATABASE_URL: await createTestDatabase(), REDIS_URL: redis.url };
    const api = await createTestApp({ env: { ...env, PORT: '0' } });
    const worker = await createTestApp({ env: { ...env, WORKERS: '1' } });
    const url = await api.app.listen();
    const start = async () =>
      (await api.rest('POST', '/analysis/run', coverage, { prefer: 'wait=0' })).body.id;

    await api.rest('POST', '/questions', makeQuestion());
    const stream = await openStream(url, progressOf(await start()));
    const steps = await stream.rest();
    expect(steps.at(-1).data.analysisProgress.status).toBe('SUCCEEDED');
    expect((await api.rest('GET', '/readyz')).status).toBe(200);

    await redis.kill();
    await expect
      .poll(async () => {
        const { status, body } = await api.rest('GET', '/readyz');
        return [status, body];
      }, pollOptions)
      .toEqual([200, { status: 'degraded', degraded: ['queue'] }]);
    const id = await start();
    const { body } = await api.rest('GET', `/analysis/${id}`);
    expect(body).toMatchObject({ status: 'QUEUED', attempt: 1 });

    // Redis is still down: neither waits for it.
    for (const { app } of [api, worker]) await app.stop();
  });

  it('wait for a Redis that is not there yet, and hold up nobody meanwhile', async () => {
    const port = await findFreePort();
    const REDIS_URL = `redis://127.0.0.1:${port}`;
    const { rest } = await createTestApp({ env: { REDIS_URL, WORKERS: '1' } });
    const { status, body } = await rest('POST', '/analysis/run', coverage, { prefer: 'wait=0' });
    expect([status, body.status]).toEqual([202, 'QUEUED']);
    const readiness = async () => {
      const { status, body } = await rest('GET', '/readyz');
      return [status, body.status];
    };
    await expect.poll(readiness, pollOptions).toEqual([200, 'degraded']);

    await startRedis(port);
    const statusNow = async () => (await rest('GET', `/analysis/${body.id}`)).body.status;
    await expect.poll(statusNow, pollOptions).toBe('SUCCEEDED');
    await expect.poll(readiness, pollOptions).toEqual([200, 'ok']);
  });

  it('cannot keep a service from stopping that never reached it', async () => {
    const REDIS_URL = `redis://127.0.0.1:${await findFreePort()}`;
    const { app, rest } = await createTestApp({ env: { REDIS_URL, WORKERS: '1' } });
    await rest('POST', '/analysis/run', coverage, { prefer: 'wait=0' });
    await app.stop();
  });
});
