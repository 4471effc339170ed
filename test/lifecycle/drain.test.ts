import { expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';

it('serves on during the drain delay, while it reports that it is not ready', async () => {
  const { app } = await createTestApp({ env: { PORT: '0' } });
  const url = await app.listen();
  expect((await fetch(`${url}/readyz`)).status).toBe(200);
  const stopped = app.stop({ drainDelayMs: 1000 });
  const [ready, served] = await Promise.all([fetch(`${url}/readyz`), fetch(`${url}/questions`)]);
  expect([ready.status, ready.headers.get('connection')]).toEqual([503, 'close']);
  expect([served.status, served.headers.get('connection')]).toEqual([200, 'close']);
  await stopped;
  await expect(fetch(`${url}/healthz`)).rejects.toThrow();
});
