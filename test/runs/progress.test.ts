import { beforeAll, describe, expect, it } from 'vitest';
import { makeRun } from '../support/analysis-states.ts';
import { createTestApp } from '../support/app.ts';
import { openStream, progressOf } from '../support/event-stream.ts';
import { holdRuns } from '../support/held-runs.ts';
import { makeQuestion } from '../support/questions.ts';

const held = await holdRuns();
const service = await createTestApp({ env: { ...held.env, PORT: '0' } });
const { app, rest, logged } = service;
const url = await app.listen();

beforeAll(async () => {
  await rest('POST', '/questions', [makeQuestion(), makeQuestion(), makeQuestion()]);
});

const start = async (type: string) =>
  (await rest('POST', '/analysis/run', { analysis_type: type }, { prefer: 'wait=0' })).body.id;

describe('analysisProgress', () => {
  it('tells how a run is, each step it makes, and its end', async () => {
    const id = await start('semantic');
    const stream = await openStream(url, progressOf(id));
    expect(stream.status).toBe(200);
    expect(stream.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.headers.get('cache-control')).toBe('no-cache');
    const steps = [(await stream.next()).data.analysisProgress];
    expect(steps[0]).toMatchObject({ id, progress: 0 });
    while (steps.at(-1).progress < 0.05) steps.push((await stream.next()).data.analysisProgress);
    held.release();
    steps.push(...(await stream.rest()).map(({ data }) => data.analysisProgress));
    const shares = steps.map(({ progress }) => progress);
    expect(shares).toContain(0.05);
    expect(shares).toEqual([...shares].sort((one, other) => one - other));
    expect(steps.at(-1)).toEqual({ id, status: 'SUCCEEDED', progress: 1 });
    const states = [...new Set(steps.map(({ status }) => status))];
    expect(states.slice(-2)).toEqual(['RUNNING', 'SUCCEEDED']);
  });

  it('shows the result with the end', async () => {
    const id = await start('coverage');
    const stream = await openStream(url, progressOf(id, 'status result'));
    const last = (await stream.rest()).at(-1);
    expect(last.data.analysisProgress).toMatchObject({
      status: 'SUCCEEDED',
      result: { summary: { evaluated: 3 } },
    });
  });

  it('tells of a run that is over once', async () => {
    const id = await makeRun(service);
    const stream = await openStream(url, progressOf(id));
    expect(await stream.rest()).toEqual([
      { data: { analysisProgress: { id, status: 'SUCCEEDED', progress: 1 } } },
    ]);
  });

  it('can be asked for by GET, as a browser’s EventSource does', async () => {
    const id = await makeRun(service);
    const query = encodeURIComponent(progressOf(id));
    const answer = await fetch(`${url}/graphql?query=${query}`, {
      headers: { accept: 'text/event-stream' },
    });
    expect(await answer.text()).toContain(`"id":"${id}","status":"SUCCEEDED"`);
  });

  it('ends when the run is deleted', async () => {
    const id = await makeRun(service, 'RUNNING');
    const stream = await openStream(url, progressOf(id));
    expect((await stream.next()).data.analysisProgress.status).toBe('RUNNING');
    await app.database.pool.query('DELETE FROM analyses WHERE id = $1', [id]);
    expect(await stream.rest()).toEqual([]);
  });

  it.each(['nonsense', '01a1dcf3-a623-703b-b9e6-140b15b653d2'])('does not find %s', async (id) => {
    const stream = await openStream(url, progressOf(id));
    const [{ errors }] = await stream.rest();
    expect([stream.status, errors[0].extensions]).toEqual([200, { code: 'NOT_FOUND' }]);
    const strict = { accept: 'application/graphql-response+json' };
    const answer = await service.graphql(progressOf(id), {}, strict);
    expect([answer.status, answer.body.errors[0].extensions.code]).toEqual([400, 'NOT_FOUND']);
  });
});

describe('a subscription without an event stream', () => {
  it.each(['application/json', 'application/graphql-response+json', 'multipart/mixed'])(
    'is refused in GraphQL’s shape when Accept is %s',
    async (accept) => {
      const id = await makeRun(service);
      const answer = await fetch(`${url}/graphql`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', accept },
        body: JSON.stringify({ query: progressOf(id) }),
      });
      expect(answer.status).toBe(406);
      expect(answer.headers.get('content-type')).toMatch(/json; charset=utf-8$/);
      const message =
        'Subscriptions are served as text/event-stream; the Accept header must allow it.';
      const refusal = { message, extensions: { code: 'NOT_ACCEPTABLE' } };
      expect(await answer.json()).toEqual({ errors: [refusal] });
    },
  );

  it('keeps no place among the caller’s streams', async () => {
    const id = await makeRun(service, 'RUNNING');
    for (let count = 0; count < 25; count += 1) {
      const { status } = await service.graphql(progressOf(id), {}, { accept: 'application/json' });
      expect(status).toBe(406);
    }
    const stream = await openStream(url, progressOf(id));
    expect((await stream.next()).data.analysisProgress.id).toBe(id);
    stream.leave();
  });

  it.each(['*/*', 'text/*', 'application/json, text/event-stream; charset="UTF-8"'])(
    'is one where Accept is %s',
    async (accept) => {
      const stream = await openStream(url, progressOf(await makeRun(service)), { accept });
      expect(await stream.rest()).toHaveLength(1);
    },
  );
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
