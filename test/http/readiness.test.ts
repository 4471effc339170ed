import { expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { findFreePort } from '../support/free-port.ts';
import { createLostPath } from '../support/lost-path.ts';

const pollOptions = { timeout: 20_000 };

it('/readyz answers while the database does not', async () => {
  const path = await createLostPath(await createTestDatabase());
  // Nothing else would end its statement before the test is over.
  const env = { DATABASE_URL: path.url, STATEMENT_TIMEOUT: '10m', POOL_TIMEOUT: '10m' };
  const { rest } = await createTestApp({ env });
  expect((await rest('GET', '/readyz')).status).toBe(200);
  path.loseAll();
  const readiness = async () => {
    const { status, body } = await rest('GET', '/readyz');
    return [status, body.code];
  };
  await expect.poll(readiness, pollOptions).toEqual([503, 'SERVICE_UNAVAILABLE']);
});

it('a node that started without Redis is ready, unless it refuses requests without it', async () => {
  const REDIS_URL = `redis://127.0.0.1:${await findFreePort()}`;
  const env = { REDIS_URL, WORKERS: '1', RATE_LIMIT: 'on' };
  const lenient = await createTestApp({ env });
  const readiness = async () => {
    const { status, body } = await lenient.rest('GET', '/readyz');
    return [status, body];
  };
  const degraded = { status: 'degraded', degraded: ['queue'] };
  await expect.poll(readiness, pollOptions).toEqual([200, degraded]);
  expect((await lenient.rest('GET', '/questions')).status).toBe(200);

  const strict = await createTestApp({ env: { ...env, RATE_LIMIT_ON_ERROR: 'refuse' } });
  const status = async () => (await strict.rest('GET', '/readyz')).status;
  await expect.poll(status, pollOptions).toBe(503);
});
