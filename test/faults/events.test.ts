import { expect, it } from 'vitest';
import { createTestApp, type Json, type TestApp } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { openStream } from '../support/event-stream.ts';
import { record } from '../support/experiment-table.ts';
import { makeQuestion } from '../support/questions.ts';
import { openSocket } from '../support/raw-http.ts';
import { hasRedis, startRedis } from '../support/redis.ts';

const subscription = (after: string) =>
  `subscription { questionChanged(after: "${after}") { questionId event { position version } } }`;

async function createNodes(env: Record<string, string> = {}) {
  const shared = { DATABASE_URL: await createTestDatabase(), ...env };
  const near = await createTestApp({ env: shared });
  const far = await createTestApp({ env: { ...shared, PORT: '0' } });
  const url = await far.app.listen();
  const { body } = await near.rest('GET', '/events?after=latest');
  const stream = await openStream(url, subscription(body.next));
  const next = async () => (await stream.next())?.data.questionChanged;
  return { near, far, stream, next };
}

const create = async ({ rest }: TestApp): Promise<string> =>
  (await rest('POST', '/questions', makeQuestion())).body.id;

it('10,000 changes by many writers are all seen by a subscriber of another node, in order, once', async (context) => {
  const { near, far, stream, next } = await createNodes();
  const expected = 10_000;
  const seen: Json[] = [];
  const reading = (async () => {
    while (seen.length < expected) seen.push(await next());
  })();
  const failures: number[] = [];
  const send = async (node: TestApp, ...call: Parameters<TestApp['rest']>) => {
    const { status, body } = await node.rest(...call);
    if (status >= 300) failures.push(status);
    return body;
  };
  // Four bulks of 1,000, then 6,000 changes by ten writers that often meet at the same question.
  const ids: string[] = [];
  for (let bulk = 0; bulk < 4; bulk += 1) {
    const questions = Array.from({ length: 1000 }, () => makeQuestion());
    const { data } = await send(bulk % 2 ? near : far, 'POST', '/questions', questions);
    ids.push(...data.map(({ id }: Json) => id));
  }
  const writers = Array.from({ length: 10 }, async (_, writer) => {
    for (let n = 0; n < 600; n += 1) {
      const id = ids[(n * 7 + (writer % 3)) % 50];
      const change = { topic_focus: `${writer} ${n}` };
      await send(writer % 2 ? near : far, 'PATCH', `/questions/${id}`, change);
    }
  });
  await Promise.all(writers);
  await reading;
  const last = new Map<string, number>();
  let disordered = 0;
  for (const { questionId, event } of seen) {
    if (event.version !== (last.get(questionId) ?? 0) + 1) disordered += 1;
    last.set(questionId, event.version);
  }
  const keys = new Set(seen.map(({ questionId, event }) => `${questionId} ${event.version}`));
  const positions = new Set(seen.map(({ event }) => event.position));
  stream.leave();
  expect([disordered, positions.size]).toEqual([0, expected]);
  record(context, '10,000 changes with a subscriber', {
    acknowledged: expected - failures.length,
    present: keys.size,
    lost: expected - keys.size,
    doubled: seen.length - keys.size,
    failed: failures.length,
  });
}, 300_000);

it.skipIf(!hasRedis)(
  'a subscriber misses nothing while Redis is away, and hears at once when it is back',
  async () => {
    const redis = await startRedis();
    const { near, far, stream, next } = await createNodes({ REDIS_URL: redis.url });
    const first = await create(near);
    expect(await next()).toMatchObject({ questionId: first });
    await redis.kill();
    const logged = (message: string) => far.logged.filter(({ msg }) => msg === message).length;
    await expect.poll(() => logged('Event subscription lost')).toBe(1);
    const whileAway = [await create(near), await create(near)];
    expect([(await next()).questionId, (await next()).questionId]).toEqual(whileAway);
    await startRedis(Number(new URL(redis.url).port));
    await expect.poll(() => logged('Event subscription restored')).toBe(1);
    const after = await create(near);
    expect(await next()).toMatchObject({ questionId: after });
    stream.leave();
  },
);

it('a subscriber misses nothing when the connection that listens is lost', async () => {
  const { near, far, stream, next } = await createNodes();
  const { pool } = far.app.database;
  for (let n = 0; n < 3; n += 1) {
    await pool.query(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'quaestor events' AND datname = current_database()`,
    );
    const id = await create(near);
    expect(await next()).toMatchObject({ questionId: id });
  }
  stream.leave();
});

it('a subscriber that does not read is disconnected, and nothing is kept for it', async () => {
  const service = await createTestApp({ env: { PORT: '0' } });
  const url = await service.app.listen();
  const long = Array.from({ length: 20 }, (_, n) => `${n} ${'x'.repeat(950)}`);
  const fields = 'event { before { incorrectAnswers } after { incorrectAnswers } }';
  const body = JSON.stringify({ query: `subscription { questionChanged { ${fields} } }` });
  const socket = await openSocket(
    url,
    `POST /graphql HTTP/1.1\r\nHost: localhost\r\nAccept: text/event-stream\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
  await new Promise((resolve) => socket.once('data', resolve));
  socket.pause();
  const id = await create(service);
  const before = process.memoryUsage().heapUsed;
  for (let n = 0; n < 600; n += 1) {
    const incorrect_answers = [`${n}`, ...long.slice(1)];
    await service.rest('PATCH', `/questions/${id}`, { incorrect_answers });
  }
  // Each change is 40 KB to send: what nobody reads is not kept.
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(200e6);
  const closed = new Promise((resolve) => socket.once('close', resolve));
  // A paused socket does not notice that it was reset until it is read again.
  await new Promise((resolve) => setTimeout(resolve, 65_000));
  socket.on('error', () => undefined);
  socket.resume();
  await closed;
}, 300_000);
