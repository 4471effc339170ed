import { Agent, get } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it, vi } from 'vitest';
import { sendInTurn } from '../../bench/clients.ts';
import { startBalancer } from '../support/balancer.ts';
import { createTestDatabase } from '../support/database.ts';
import { record } from '../support/experiment-table.ts';
import { openSocket } from '../support/raw-http.ts';
import { createServices, type Service } from '../support/service.ts';
import { lockTable } from '../support/table-lock.ts';

const { start } = createServices();
const stopped = { code: 0, signal: null };
const count = 10_000;
const idleMs = 65_000;

/** Begun first, so that the connection is idle while the other tests run, however long they take. */
let kept: { service: Service; later: ReturnType<ReturnType<typeof keepConnection>> };
beforeAll(async () => {
  const service = await start({ DATABASE_URL: await createTestDatabase(), WORKERS: '0' });
  const ask = keepConnection(`${service.url}/questions`);
  await ask();
  const later = sleep(idleMs).then(ask);
  // Reported by the test that waits for it.
  later.catch(() => undefined);
  kept = { service, later };
});

it(`a rolling restart of two nodes fails none of ${count} requests`, {
  timeout: 300_000,
}, async (context) => {
  // Many times as long as the balancer takes to notice, which a busy machine delays.
  const patient = { DRAIN_DELAY: '4s', POOL_TIMEOUT: '30s', STATEMENT_TIMEOUT: '30s' };
  const env = { DATABASE_URL: await createTestDatabase(), WORKERS: '0', ...patient };
  let nodes: Service[] = await Promise.all([start(env), start(env)]);
  const balancer = await startBalancer(() => nodes.map(({ url }) => url));
  const url = `${balancer.url}/questions`;
  let restarts = 0;
  const state = { isOver: false, sent: 0, answered: 0, failed: 0 };
  const sending = (async () => {
    // As many again until both nodes were restarted meanwhile.
    while (restarts < 2) {
      const options = { url, amount: count, durationMs: Infinity, patienceMs: 30_000 };
      const { answered, refused, failed, gaveUp } = await sendInTurn(16, options);
      state.sent += count;
      state.answered += answered;
      state.failed += refused + failed + gaveUp;
    }
    state.isOver = true;
  })();
  while (!state.isOver) {
    const [oldest, other] = nodes;
    if (!oldest || !other) throw new Error('There are two nodes.');
    const fresh = await start(env);
    nodes = [oldest, other, fresh];
    await vi.waitUntil(() => balancer.isReady(fresh.url), { timeout: 90_000 });
    expect(await oldest.end()).toEqual(stopped);
    nodes = [other, fresh];
    restarts += 1;
  }
  await sending;
  expect(balancer.errors).toEqual([]);
  record(context, `rolling restart (${restarts})`, {
    acknowledged: state.sent,
    present: state.answered,
    lost: state.sent - state.answered,
    doubled: 0,
    failed: state.failed,
  });
  for (const node of nodes) expect(await node.end()).toEqual(stopped);
});

it('SIGTERM under saturation answers the 120 requests that were sent', async (context) => {
  const service = await start({ DATABASE_URL: await createTestDatabase(), WORKERS: '0' });
  const sockets = await Promise.all(Array.from({ length: 120 }, () => openSocket(service.url)));
  const answers = sockets.map(async (socket) => {
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    await new Promise((resolve) => socket.once('close', resolve));
    return text;
  });
  const request = 'GET /questions HTTP/1.1\r\nHost: localhost\r\n\r\n';
  await Promise.all(
    sockets.map((socket) => new Promise((resolve) => socket.write(request, resolve))),
  );
  expect(await service.end()).toEqual(stopped);
  const answered = (await Promise.all(answers)).filter(
    (text) => /^HTTP\/1\.1 (200|503) /.test(text) && text.endsWith('}'),
  ).length;
  record(context, 'SIGTERM under saturation', {
    acknowledged: 120,
    present: answered,
    lost: 120 - answered,
    doubled: 0,
    failed: 0,
  });
});

it('SIGTERM keeps the port open for the drain delay, not ready', async () => {
  const env = { DATABASE_URL: await createTestDatabase(), WORKERS: '0', DRAIN_DELAY: '6s' };
  const service = await start(env);
  service.signal('SIGTERM');
  const since = performance.now();
  await expect.poll(async () => (await service.rest('GET', '/readyz')).status).toBe(503);
  while (performance.now() - since < 1500) {
    const { status, headers } = await service.rest('GET', '/questions');
    expect([status, headers.get('connection')]).toEqual([200, 'close']);
    await sleep(100);
  }
  expect(await service.ended).toEqual(stopped);
  expect(performance.now() - since).toBeGreaterThan(6000);
});

it('SIGTERM with stuck statements ends after SHUTDOWN_TIMEOUT, not with the statements', async () => {
  const DATABASE_URL = await createTestDatabase();
  const service = await start({
    DATABASE_URL,
    WORKERS: '0',
    STATEMENT_TIMEOUT: '10m',
    LOCK_TIMEOUT: '10m',
    SHUTDOWN_TIMEOUT: '5s',
  });
  const lock = await lockTable(DATABASE_URL, 'questions');
  const answers = Array.from({ length: 20 }, () =>
    service.rest('GET', '/questions').catch(() => undefined),
  );
  await expect.poll(lock.countStatements).toBeGreaterThan(5);
  // The table is still locked.
  expect(await service.end()).toEqual(stopped);
  await Promise.all(answers);
  await lock.release();
});

it(`a connection that was idle for ${idleMs / 1000} s still takes a request`, async () => {
  expect(await kept.later).toEqual({ status: 200, isReused: true });
  expect(await kept.service.end()).toEqual(stopped);
});

/** A client with one connection, which it keeps. */
function keepConnection(url: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  return () =>
    new Promise<{ status: number | undefined; isReused: boolean }>((resolve, reject) => {
      const request = get(url, { agent }, (response) => {
        const { statusCode: status } = response;
        response.resume().on('end', () => resolve({ status, isReused: request.reusedSocket }));
      });
      request.on('error', reject);
    });
}
