import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { createLog } from '../../src/log.ts';
import { type Hit, hammer, hammerKinds } from '../support/hammer.ts';
import { findPostgres, killPostgres, postgresOf, query, waitForEnd } from '../support/postgres.ts';
import { createLocalServices, createServices } from '../support/service.ts';

const { makeDataDir, start } = createLocalServices();
const processes = createServices();
const stopped = { code: 0, signal: null };
const patience = { timeout: 60_000, interval: 20 };

describe('an outside PostgreSQL that goes away', async () => {
  const log = createLog({ level: 'silent', isPretty: false });
  const dataDir = await makeDataDir();
  const startServer = () => startEmbeddedPostgres({ dataDir, log });

  it('gives 503 with Retry-After until it is back, and never a 500', async () => {
    const server = await startServer();
    const service = await start({ DATABASE_URL: server.url });
    const { hits, stop } = hammer(service);
    await waitForEach(hits, isDone);
    await server.stop();
    await waitForEach(hits, isRefused, { except: 'healthz' });
    const later = await startServer();
    expect(later.url).toBe(server.url);
    await waitForEach(hits, isDone, { from: hits.length });
    await stop();
    expectNothingBroken(hits);
    await later.stop();

    // Stopping does not need it either.
    await expect
      .poll(async () => (await service.rest('GET', '/readyz')).status, patience)
      .toBe(503);
    expect((await service.rest('GET', '/healthz')).status).toBe(200);
    expect(await service.end()).toEqual(stopped);
  });
});

describe('an embedded PostgreSQL that is killed', () => {
  it('is brought back by the services that use it, which give 503 meanwhile and lose nothing', async () => {
    const DATA_DIR = await makeDataDir();
    const services = await Promise.all([start({ DATA_DIR }), start({ DATA_DIR })]);
    const loads = services.map(hammer);
    const recovered = () =>
      Promise.all(loads.map(({ hits }) => waitForEach(hits, isDone, { from: hits.length })));
    await recovered();
    for (const killAll of [true, false]) {
      const before = await postgresOf(DATA_DIR);
      if (killAll) await killPostgres(DATA_DIR);
      else process.kill(before.pid, 'SIGKILL');
      await waitForEnd(before.pid);
      await recovered();
      expect((await postgresOf(DATA_DIR)).pid).not.toBe(before.pid);
    }
    await Promise.all(loads.map(({ stop }) => stop()));
    const hits = loads.flatMap((load) => load.hits);
    expectNothingBroken(hits);
    expect(hits.some(isRefused)).toBe(true);

    const ids = hits.filter(({ status }) => status === 201).flatMap(({ body }) => idsIn(body));
    const stored = await query<{ id: string }>(DATA_DIR, 'SELECT id FROM questions');
    expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(ids));
    for (const service of services) expect(await service.end()).toEqual(stopped);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });

  it('is followed to another port when its own is taken meanwhile', async () => {
    const DATA_DIR = await makeDataDir();
    const service = await processes.start({ DATA_DIR });
    const { port } = await postgresOf(DATA_DIR);
    service.signal('SIGSTOP');
    await killPostgres(DATA_DIR);
    const squatter = createServer((socket) => socket.destroy()).listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    service.signal('SIGCONT');
    await service.says('Embedded PostgreSQL is available again');
    expect((await postgresOf(DATA_DIR)).port).not.toBe(port);
    await expect
      .poll(() => service.rest('GET', '/readyz'), patience)
      .toMatchObject({ status: 200 });
    expect(await service.count()).toBe(0);
    expect(await service.end()).toEqual(stopped);
    squatter.close();
  });

  it('does not keep a service from stopping', async () => {
    const DATA_DIR = await makeDataDir();
    const service = await start({ DATA_DIR });
    await killPostgres(DATA_DIR);
    expect(await service.end()).toEqual(stopped);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });
});

/** Waits until every kind of request, but for the one that never is, has been answered so. */
async function waitForEach(
  hits: readonly Hit[],
  isSo: (hit: Hit) => boolean,
  { from = 0, except = '' } = {},
): Promise<void> {
  const expected = hammerKinds.filter((what) => what !== except);
  const seen = () =>
    new Set(
      hits
        .slice(from)
        .filter(isSo)
        .map(({ what }) => what),
    );
  await vi.waitUntil(() => expected.every((what) => seen().has(what)), patience);
}

function isDone({ status }: Hit): boolean {
  return status < 300;
}

function isRefused({ status }: Hit): boolean {
  return status === 503;
}

/** Every answer is what was asked for, or says that the database is away and when to ask again. */
function expectNothingBroken(hits: readonly Hit[]): void {
  for (const { what, status, headers, body } of hits) {
    expect([200, 201, 503], `${what}: ${JSON.stringify(body)}`).toContain(status);
    if (status === 503) {
      expect(headers.get('retry-after'), what).toBe('2');
      expect(body.code ?? body.errors[0].extensions.code, what).toBe('SERVICE_UNAVAILABLE');
      expect(what).not.toBe('healthz');
    } else expect(body.errors, what).toBeUndefined();
  }
}

function idsIn(body: Hit['body']): string[] {
  return (body.data ?? [body]).map(({ id }: { id: string }) => id);
}
