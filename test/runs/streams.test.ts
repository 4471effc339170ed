import { describe, expect, it } from 'vitest';
import { bearer, logIn } from '../support/accounts.ts';
import { makeRun } from '../support/analysis-states.ts';
import { createTestApp, type TestApp } from '../support/app.ts';
import { createClock } from '../support/clock.ts';
import { createCutOff } from '../support/cut-off.ts';
import { createTestDatabase } from '../support/database.ts';
import { type EventStream, openStream, progressOf } from '../support/event-stream.ts';
import { makeQuestion } from '../support/questions.ts';

const maxStreams = 20;

/** A service over real HTTP, and a run that never ends. */
async function createService(env: Record<string, string> = {}, clock = () => new Date()) {
  const service = await createTestApp({ env: { WORKERS: '1', PORT: '0', ...env }, clock });
  const url = await service.app.listen();
  const id = await makeRun(service, 'RUNNING');
  const open = async (headers = {}) => {
    const stream = await openStream(url, progressOf(id), headers);
    return { stream, first: await stream.next() };
  };
  return { ...service, url, id, open };
}

/** A subscription that has sent a change: it is open, and anyone may read questions. */
async function followChanges(url: string, rest: TestApp['rest'], headers = {}) {
  const changes = 'subscription { questionChanged(after: "0") { questionId } }';
  await rest('POST', '/questions', makeQuestion(), headers);
  const stream = await openStream(url, changes, headers);
  expect(await stream.next()).toMatchObject({ data: { questionChanged: {} } });
  return stream;
}

const openAll = (open: () => Promise<{ stream: EventStream }>) =>
  Promise.all(Array.from({ length: maxStreams }, async () => (await open()).stream));

const service = await createService();

const codeOf = ({ errors }: { errors: { extensions: object }[] }) => errors[0]?.extensions;

describe('the streams of one caller', () => {
  it('are twenty at most, and the place of one that is left is free again', async () => {
    const opened = await openAll(service.open);
    const { stream, first } = await service.open();
    expect([stream.status, stream.headers.get('retry-after')]).toEqual([429, '5']);
    expect(codeOf(first)).toEqual({ code: 'RATE_LIMITED' });
    expect(await stream.next()).toBeUndefined();

    const other = await service.open(bearer((await logIn(service)).access_token));
    expect(other.first.data.analysisProgress.id).toBe(service.id);

    opened[7]?.leave();
    await expect
      .poll(
        async () => {
          const { stream } = await service.open();
          if (stream.status === 200) opened.push(stream);
          return stream.status;
        },
        { timeout: 20_000, interval: 100 },
      )
      .toBe(200);
    expect((await service.open()).stream.status).toBe(429);
    for (const each of [...opened, other.stream]) each.leave();
  });

  it('leave their places when their runs are over', async () => {
    const id = await makeRun(service);
    for (let count = 0; count < maxStreams + 5; count += 1) {
      expect(await (await openStream(service.url, progressOf(id))).rest()).toHaveLength(1);
    }
  });
});

describe('a stream', () => {
  const ends = async (stream: EventStream) => {
    const [last, ...others] = await stream.rest();
    expect(others).toEqual([]);
    return codeOf(last);
  };

  it('ends when its token expires', async () => {
    const { clock, advance } = createClock(new Date().toISOString());
    const { open, rest, url } = await createService({}, clock);
    const token = bearer((await logIn({ rest })).access_token);
    const { stream } = await open(token);
    const changes = await followChanges(url, rest, token);
    advance(16 * 60);
    expect(await ends(stream)).toEqual({ code: 'UNAUTHENTICATED' });
    expect(await ends(changes)).toEqual({ code: 'UNAUTHENTICATED' });
  });

  it('ends when its API key is deleted, and when its session is', async () => {
    const { open, rest, url } = await createService();
    const token = bearer((await logIn({ rest })).access_token);
    const scopes = ['analysis:read'];
    const { body: key } = await rest('POST', '/auth/keys', { name: 'key', scopes }, token);
    const byKey = await open(bearer(key.key));
    const bySession = await open(token);
    const changes = await followChanges(url, rest, token);
    await rest('DELETE', `/auth/keys/${key.id}`, undefined, token);
    expect(await ends(byKey.stream)).toEqual({ code: 'UNAUTHENTICATED' });
    const { body: sessions } = await rest('GET', '/auth/sessions', undefined, token);
    await rest('DELETE', `/auth/sessions/${sessions.data[0].id}`, undefined, token);
    expect(await ends(bySession.stream)).toEqual({ code: 'UNAUTHENTICATED' });
    expect(await ends(changes)).toEqual({ code: 'UNAUTHENTICATED' });
  });
});

describe('a service that stops', () => {
  it('ends its streams and does not wait for their runs', async () => {
    const { app, open, rest, url } = await createService();
    const { stream } = await open();
    const changes = await followChanges(url, rest);
    // The run never ends: no worker takes it.
    await app.stop();
    // Not completed, so that clients come back, after the time that they were told.
    await expect(stream.rest()).rejects.toThrow('The stream broke off, retry: 1000.');
    await expect(changes.rest()).rejects.toThrow('The stream broke off, retry: 1000.');
  });

  it('answers those who wait for a run with what there is', async () => {
    const { app, rest } = await createTestApp({ env: { PORT: '0' } });
    const url = await app.listen();
    const answer = fetch(`${url}/analysis/run`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'wait=30' },
      body: JSON.stringify({ analysis_type: 'coverage' }),
    });
    await expect
      .poll(async () => (await rest('GET', '/analysis')).body.page.total, {
        timeout: 20_000,
      })
      .toBe(1);
    await app.stop();
    const { status, headers } = await answer;
    expect([status, headers.get('retry-after')]).toEqual([202, '1']);
  });
});

describe('trouble while a stream is open', () => {
  it('is told as the last event, with the code it has everywhere', async () => {
    const line = await createCutOff(await createTestDatabase());
    const { url, open } = await createService({ DATABASE_URL: line.url });
    const { stream } = await open();
    await line.cut();
    const [last, ...others] = await stream.rest();
    expect(others).toEqual([]);
    expect(codeOf(last)).toEqual({ code: 'SERVICE_UNAVAILABLE' });
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
  });

  it('that is a bug of ours is masked, and its place is free again', async () => {
    const { app, open, logged } = await createService();
    const { pool } = app.database;
    const opened = await openAll(() => open({ 'x-request-id': 'mine' }));
    await pool.query('ALTER TABLE analyses RENAME COLUMN engine_version TO hidden');
    const endings = await Promise.all(opened.map((stream) => stream.rest()));
    await pool.query('ALTER TABLE analyses RENAME COLUMN hidden TO engine_version');
    for (const [last, ...others] of endings) {
      expect(others).toEqual([]);
      expect(JSON.stringify(last)).not.toContain('engine_version');
      expect(last.errors[0].message).toContain('request id mine');
      expect(codeOf(last)).toEqual({ code: 'INTERNAL_SERVER_ERROR' });
    }
    const { stream } = await open();
    expect(stream.status).toBe(200);
    stream.leave();
    const bugs = logged.filter(({ msg }) => msg === 'Unexpected error');
    expect(bugs).toHaveLength(maxStreams);
    expect(bugs[0].err.message).toContain('engine_version');
  });
});
