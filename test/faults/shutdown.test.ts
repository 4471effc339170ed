import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Json } from '../support/app.ts';
import { findPostgres, postgresOf } from '../support/postgres.ts';
import { makeQuestion } from '../support/questions.ts';
import { createLocalServices, createServices, type Service } from '../support/service.ts';

const { makeDataDir, start, launch } = createLocalServices();
const processes = createServices();
const stopped = { code: 0, signal: null };

describe('a signal', async () => {
  const DATA_DIR = await makeDataDir({ state: 'initialized' });
  let service: Service;
  let stored = 0;

  beforeEach(async () => {
    service = await start({ DATA_DIR });
    expect(await service.count()).toBe(stored);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)(
    '%s lets the request under way finish, refuses new ones and stops PostgreSQL',
    async (signal) => {
      const upload = await beginUpload(service, 500);
      service.signal(signal);
      await service.says('Shutting down: completing open requests');
      // What arrives before the port is closed is still answered.
      await expect
        .poll(() => service.rest('GET', '/healthz').then(String, ({ message }) => message))
        .toBe('fetch failed');
      const { status, body } = await upload.finish();
      expect(status).toBe(201);
      expect(body.data).toHaveLength(500);
      stored += 500;
      expect(await service.ended).toEqual(stopped);
      expect(await findPostgres(DATA_DIR)).toBeUndefined();
    },
  );

  it('that comes twice, as Ctrl-C does under npm, changes nothing', async () => {
    const upload = await beginUpload(service, 10);
    service.signal('SIGINT');
    await service.says('Shutting down: completing open requests');
    service.signal('SIGINT');
    service.signal('SIGTERM');
    expect((await upload.finish()).status).toBe(201);
    stored += 10;
    expect(await service.ended).toEqual(stopped);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });

  it('does not wait for a connection that is kept for later', async () => {
    const agent = new Agent({ keepAlive: true });
    const kept = request(`${service.url}/healthz`, { agent }).end();
    const [response] = (await once(kept, 'response')) as [IncomingMessage];
    await once(response.resume(), 'end');
    const idle = new Promise<void>((resolve) => kept.socket?.once('close', () => resolve()));
    const upload = await beginUpload(service, 10);
    service.signal('SIGTERM');
    // Closed at once, not after the ten seconds granted to a request in progress.
    await idle;
    expect((await upload.finish()).status).toBe(201);
    stored += 10;
    expect(await service.ended).toEqual(stopped);
    agent.destroy();
  });
});

describe('a signal', () => {
  it('that is repeated by someone tired of waiting ends it at once and harms nothing', async () => {
    const DATA_DIR = await makeDataDir({ state: 'initialized' });
    const service = await processes.start({ DATA_DIR });
    const server = await postgresOf(DATA_DIR);
    const upload = await beginUpload(service, 10);
    const cut = expect(upload.finished).rejects.toThrow('socket hang up');
    service.signal('SIGINT');
    await service.says('Shutting down: completing open requests');
    // Later than npm repeats a signal. One more: while it exits, its default action would end the process.
    await sleep(3100);
    service.signal('SIGINT');
    expect(await service.ended).toEqual({ code: 1, signal: null });
    await cut;

    const next = await start({ DATA_DIR });
    expect(await postgresOf(DATA_DIR)).toEqual(server);
    expect(await next.count()).toBe(0);
    expect(await next.end()).toEqual(stopped);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });
});

describe('a signal to a service that is starting', () => {
  it('is obeyed as soon as it is through', async () => {
    const DATA_DIR = await makeDataDir();
    const env = { DATA_DIR, PORT: '0', SAMPLE_QUESTIONS: 'off' };
    const service = launch(['serve'], { env });
    await service.says('Migration applied');
    service.signal('SIGTERM');
    expect(await service.ended).toEqual(stopped);
    expect(await findPostgres(DATA_DIR)).toBeUndefined();
  });
});

/** A POST of many questions that the service has begun to read but that is not fully sent. */
async function beginUpload(service: Service, count: number) {
  const body = JSON.stringify(Array.from({ length: count }, () => makeQuestion()));
  const sending = request(`${service.url}/questions`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'Content-Length': Buffer.byteLength(body),
      Connection: 'close',
      Expect: '100-continue',
    },
  });
  const half = Math.floor(body.length / 2);
  const finished = readAnswer(sending);
  await once(sending, 'continue');
  sending.write(body.slice(0, half));
  return {
    finished,
    finish() {
      sending.end(body.slice(half));
      return finished;
    },
  };
}

function readAnswer(sending: ClientRequest): Promise<{ status: number | undefined; body: Json }> {
  return new Promise((resolve, reject) => {
    sending.once('error', reject);
    sending.once('response', (response) => {
      json(response).then((body) => resolve({ status: response.statusCode, body }), reject);
    });
  });
}
