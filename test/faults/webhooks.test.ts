import { expect, it, type TestContext } from 'vitest';
import { bearer } from '../support/accounts.ts';
import type { Json } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { record } from '../support/experiment-table.ts';
import { makeQuestion } from '../support/questions.ts';
import { type Received, startReceiver } from '../support/receiver.ts';
import { hasRedis, startRedis } from '../support/redis.ts';
import { createServices, type Environment, type Service } from '../support/service.ts';

const { makeDataDir, start, run } = createServices();

const settings = {
  WEBHOOK_ALLOW_PRIVATE: 'on',
  WEBHOOK_TIMEOUT: '2s',
  METRICS_LOOPBACK: 'on',
};
/** On busy cores, many writers may wait long for a connection. */
const patient = { POOL_TIMEOUT: '30s', STATEMENT_TIMEOUT: '30s', LOCK_TIMEOUT: '30s' };
const bodyOf = ({ text }: Received): Json => JSON.parse(text);

async function makeWebhook({ rest, url }: Service, env: Environment, receiver: string) {
  const own = { ...env, PORT: new URL(url).port };
  const { stdout } = await run(['token'], own);
  const webhook = { url: receiver, events: ['question.created', 'question.updated'] };
  const { status, body } = await rest('POST', '/webhooks', webhook, bearer(stdout.trim()));
  expect([status, body.detail]).toEqual([201, undefined]);
}

/** All events of the log, oldest first. */
async function readFeed({ rest }: Service): Promise<Json[]> {
  const events: Json[] = [];
  for (let next = '0'; ; ) {
    const { body } = await rest('GET', `/events?after=${next}&limit=100`);
    events.push(...body.data);
    if (body.next === next) return events;
    next = body.next;
  }
}

/** The versions of each question in the order in which they first arrived. */
function arrivals(received: readonly Received[]): Map<string, number[]> {
  const versions = new Map<string, number[]>();
  const seen = new Set<unknown>();
  for (const message of received) {
    const { data } = bodyOf(message);
    if (seen.has(message.headers['webhook-id'])) continue;
    seen.add(message.headers['webhook-id']);
    versions.set(data.question_id, [...(versions.get(data.question_id) ?? []), data.version]);
  }
  return versions;
}

const isAscending = (numbers: readonly number[]) =>
  numbers.every((number, index) => index === 0 || number > (numbers[index - 1] ?? 0));

it('kill -9 between commit and send delivers each event with its webhook-id', async (context) => {
  const env = { DATA_DIR: await makeDataDir(), ...settings };
  let isDeaf = false;
  const receiver = await startReceiver((_, response) => {
    if (!isDeaf) response.writeHead(204).end();
  });
  let service = await start(env);
  await makeWebhook(service, env, receiver.url);
  const { body: question } = await service.rest('POST', '/questions', makeQuestion());
  await receiver.waitFor(1);

  // Right after the commit was acknowledged, before or after the event has become a delivery.
  let written = 1;
  for (let round = 0; round < 3; round += 1) {
    const topic = { topic_focus: `round ${round}` };
    const { status } = await service.rest('PATCH', `/questions/${question.id}`, topic);
    if (status === 200) written += 1;
    await service.end('SIGKILL');
    service = await start(env);
  }

  await receiver.waitFor(written);

  // While the receiver has the message and has not answered.
  isDeaf = true;
  await service.rest('PATCH', `/questions/${question.id}`, { topic_focus: 'deaf' });
  written += 1;
  const isDeafRound = (message: Received) => bodyOf(message).data.after.topic_focus === 'deaf';
  await receiver.waitFor(1, isDeafRound);
  await service.end('SIGKILL');
  isDeaf = false;
  service = await start(env);
  const [first, second] = await receiver.waitFor(2, isDeafRound);
  expect(second?.headers['webhook-id']).toBe(first?.headers['webhook-id']);

  const events = await readFeed(service);
  const ids = new Set(receiver.received.map(({ headers }) => headers['webhook-id']));
  const present = events.filter(({ id }) => ids.has(id)).length;
  expect(arrivals(receiver.received).get(question.id)).toEqual([1, 2, 3, 4, 5]);
  record(context, 'kill -9 with a webhook', {
    acknowledged: written,
    present,
    lost: written - present,
    doubled: ids.size - present,
    failed: 0,
  });
  await service.end();
}, 600_000);

it('10,000 changes are delivered, in order per question', async (context) => {
  const [questions, rounds, writers] = [1000, 9, 16];
  // A receiver on a busy machine may be late, and would get a message twice.
  const env = { DATA_DIR: await makeDataDir(), ...settings, WEBHOOK_TIMEOUT: '30s', ...patient };
  const receiver = await startReceiver();
  const service = await start(env);
  await makeWebhook(service, env, receiver.url);
  const many = Array.from({ length: questions }, () => makeQuestion());
  const { body } = await service.rest('POST', '/questions', many);
  const ids: string[] = body.data.map(({ id }: Json) => id);
  let [next, failed] = [0, 0];
  const write = async () => {
    for (let at = next; at < questions * rounds; at = next) {
      next += 1;
      const path = `/questions/${ids[at % questions]}`;
      const topic = { topic_focus: `round ${Math.floor(at / questions)}` };
      if ((await service.rest('PATCH', path, topic)).status !== 200) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, write));
  const acknowledged = questions * (1 + rounds) - failed;
  await receiver.waitFor(acknowledged);
  const versions = arrivals(receiver.received);
  const present = [...versions.values()].reduce((sum, each) => sum + each.length, 0);
  expect([...versions.values()].filter((each) => !isAscending(each))).toEqual([]);
  record(context, '10,000 changes with a webhook', {
    acknowledged,
    present,
    lost: acknowledged - present,
    doubled: receiver.received.length - present,
    failed,
  });
  await service.end();
}, 600_000);

/** Writers change questions on two nodes that both deliver, to a receiver that refuses some messages. */
async function deliverFromTwoNodes(
  context: TestContext,
  name: string,
  { env = {}, halfWay }: { env?: Environment; halfWay?: () => Promise<void> },
) {
  const [questions, rounds, writers] = [200, 9, 8];
  const shared = {
    ...settings,
    ...patient,
    DATABASE_URL: await createTestDatabase(),
    WEBHOOK_RETRY_DELAYS: '100ms, 200ms, 500ms, 1s, 2s',
    ...env,
  };
  const accepted: Received[] = [];
  const refused = new Set<unknown>();
  const receiver = await startReceiver((message, response) => {
    const id = message.headers['webhook-id'];
    const isRefused = accepted.length % 20 === 7 && !refused.has(id);
    if (isRefused) refused.add(id);
    else accepted.push(message);
    response.writeHead(isRefused ? 500 : 204).end();
  });
  const nodes = await Promise.all([start(shared), start(shared)]);
  const [node] = nodes;
  if (!node) throw new Error('No node');
  await makeWebhook(node, shared, receiver.url);
  const many = Array.from({ length: questions }, () => makeQuestion());
  const { body } = await node.rest('POST', '/questions', many);
  const ids: string[] = body.data.map(({ id }: Json) => id);
  let [next, failed] = [0, 0];
  const write = async (writer: number) => {
    for (let at = next; at < questions * rounds; at = next) {
      next += 1;
      if (at === (questions * rounds) / 2) await halfWay?.();
      const topic = { topic_focus: `round ${Math.floor(at / questions)}` };
      const path = `/questions/${ids[at % questions]}`;
      const answer = await nodes[writer % 2]?.rest('PATCH', path, topic);
      if (answer?.status !== 200) failed += 1;
    }
  };
  await Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
  const acknowledged = questions * (1 + rounds) - failed;
  await expect
    .poll(() => accepted.length, { timeout: 240_000 })
    .toBeGreaterThanOrEqual(acknowledged);
  const attempts = await Promise.all(nodes.map(readAttempts));
  const versions = arrivals(accepted);
  const present = [...versions.values()].reduce((sum, each) => sum + each.length, 0);
  expect([...versions.values()].filter((each) => !isAscending(each))).toEqual([]);
  // Both have delivered, or this shows nothing.
  expect(Math.min(...attempts)).toBeGreaterThan(0);
  expect(refused.size).toBeGreaterThan(10);
  for (const each of nodes) await each.end();
  // A message whose response was lost comes again with the same webhook-id, which receivers know; an event that
  // two nodes had both made a message of would have two.
  const distinct = [...versions.values()].reduce((sum, each) => sum + new Set(each).size, 0);
  record(context, name, {
    acknowledged,
    present,
    lost: acknowledged - distinct,
    doubled: present - distinct,
    failed,
  });
}

async function readAttempts({ rest }: Service): Promise<number> {
  const { body } = await rest('GET', '/metrics');
  return Number(/webhook_attempts_total\{outcome="delivered"\} (\d+)/.exec(body)?.[1]);
}

it('two nodes that deliver at once make one message of each event, in order per question', async (context) => {
  await deliverFromTwoNodes(context, 'a webhook of two nodes', {});
}, 600_000);

it.skipIf(!hasRedis)(
  'two nodes whose queue is on Redis do so too, also when Redis is killed on the way',
  async (context) => {
    let redis = await startRedis();
    await deliverFromTwoNodes(context, 'a webhook of two nodes, Redis killed', {
      env: { REDIS_URL: redis.url },
      halfWay: async () => {
        const port = Number(new URL(redis.url).port);
        await redis.kill();
        redis = await startRedis(port);
      },
    });
  },
  600_000,
);
