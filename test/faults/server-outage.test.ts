import { once } from 'node:events';
import { createServer } from 'node:net';
import { describe, expect, it } from 'vitest';
import { startEmbeddedPostgres } from '../../src/db/embedded/embedded-postgres.ts';
import { createLog } from '../../src/log.ts';
import { hammer } from '../support/hammer.ts';
import { expectNoFailures, isDone, isRefused, waitForEach } from '../support/hits.ts';
import { findPostgres, killPostgres, postgresOf } from '../support/postgres.ts';
import { createLocalServices, createServices } from '../support/service.ts';

const { makeDataDir, start } = createLocalServices();
const processes = createServices();
const stopped = { code: 0, signal: null };
const pollOptions = { interval: 20 };

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
    expectNoFailures(hits);
    await later.stop();

    // Stopping does not need it either.
    await expect
      .poll(async () => (await service.rest('GET', '/readyz')).status, pollOptions)
      .toBe(503);
    expect((await service.rest('GET', '/healthz')).status).toBe(200);
    expect(await service.end()).toEqual(stopped);
  });
});

describe('an embedded PostgreSQL that is killed', () => {
  it('is followed to another port when its own is taken meanwhile', async () => {
    const DATA_DIR = await makeDataDir({ state: 'initialized' });
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
      .poll(() => service.rest('GET', '/readyz'), pollOptions)
      .toMatchObject({ status: 200 });
    expect(await service.count()).toBe(0);
    expect(await service.end()).toEqual(stopped);
    squatter.close();
  });

  it('does not keep a service from stopping', async () => {
    const DATA_DIR = await makeDataDir({ state: 'initialized' });
    const service = await start({ DATA_DIR });
    await killPostgres(DATA_DIR);
    expect(await service.end()).toEqual(stopped);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });
});
