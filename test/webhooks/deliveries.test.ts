import { randomUUID } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { describe, expect, it } from 'vitest';
import { bearer, logIn, makeAccount } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { createTestDatabase } from '../support/database.ts';
import { callProgram } from '../support/program.ts';
import { makeQuestion } from '../support/questions.ts';
import { type Received, type Receiver, startReceiver } from '../support/receiver.ts';
import { makeWebhook } from '../support/webhook-states.ts';

const database = { DATABASE_URL: await createTestDatabase(), DATA_KEY: randomUUID() };
const service = await createTestApp({
  env: {
    ...database,
    PORT: '0',
    WORKERS: '1',
    WEBHOOK_ALLOW_PRIVATE: 'on',
    WEBHOOK_TIMEOUT: '2s',
    WEBHOOK_RETRY_DELAYS: '20ms, 20ms',
  },
});
const { rest, graphql } = service;
// Tokens name the address of the service.
const { port } = new URL(await service.app.listen());
const asAdmin = bearer((await logIn(service)).access_token);

const everyChange = [
  'question.created',
  'question.updated',
  'question.deleted',
  'question.restored',
];

async function listenTo(receiver: Receiver, overrides: object = {}) {
  return makeWebhook(service, asAdmin, {
    url: receiver.url,
    events: everyChange,
    enabled: true,
    ...overrides,
  });
}

const create = async (overrides: Record<string, unknown> = {}): Promise<Json> =>
  (await rest('POST', '/questions', makeQuestion(overrides))).body;

const edit = async (id: string, topic: string) =>
  rest('PATCH', `/questions/${id}`, { topic_focus: topic });

const bodyOf = ({ text }: Received): Json => JSON.parse(text);
const isAbout =
  (id: string) =>
  (message: Received): boolean =>
    bodyOf(message).data.question_id === id;

const deliveriesOf = async (id: string, query = ''): Promise<Json[]> =>
  (await rest('GET', `/webhooks/${id}/deliveries${query}`, undefined, asAdmin)).body.data;

/** Reads deliveries until they are as expected; the receiver knows of them before they are saved. */
async function untilDelivered(id: string, statuses: readonly string[]): Promise<Json[]> {
  for (;;) {
    const deliveries = await deliveriesOf(id);
    const found = deliveries.map(({ status }) => status);
    if (JSON.stringify(found) === JSON.stringify(statuses)) return deliveries;
  }
}

/** By the library of Standard Webhooks, as receivers do it. */
function expectSigned({ headers, text }: Received, secret: string) {
  const verified = new Webhook(secret).verify(text, headers as Record<string, string>);
  expect(verified).toEqual(JSON.parse(text));
}

describe('a secret', () => {
  it('is stored encrypted, and so is the one it replaces', async () => {
    const { id, secret } = await listenTo(await startReceiver(), { enabled: false });
    const key = secret.slice('whsec_'.length);
    const { secret: next } = (await rest('POST', `/webhooks/${id}/rotate`, undefined, asAdmin))
      .body;
    const { pool } = service.app.database;
    const { rows } = await pool.query('SELECT * FROM webhooks WHERE id = $1', [id]);
    expect(rows[0]).toMatchObject({
      secret: expect.any(String),
      previous_secret: expect.any(String),
    });
    const shown = JSON.stringify(rows);
    // Neither as they are nor as the bytes they stand for.
    for (const each of [key, next.slice('whsec_'.length)]) {
      expect(shown).not.toContain(each);
      expect(shown).not.toContain(Buffer.from(each, 'base64').toString('hex'));
      expect(shown).not.toContain(Buffer.from(`whsec_${each}`).toString('base64').slice(0, 40));
    }
  });

  it('stays valid for a while after it was replaced', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await listenTo(receiver);
    const { body, headers } = await rest('POST', `/webhooks/${id}/rotate`, undefined, asAdmin);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(body.secret).not.toBe(secret);
    const { body: test } = await rest('POST', `/webhooks/${id}/test`, undefined, asAdmin);
    expect(test).toMatchObject({
      type: 'webhook.test',
      status: 'DELIVERED',
      attempts: [{ status: 204 }],
    });
    const [message] = receiver.received;
    if (!message) throw new Error('No message');
    expectSigned(message, secret);
    expectSigned(message, body.secret);
    expect(message.headers['webhook-id']).toBe(test.event_id);
    const { body: shown } = await rest('GET', `/webhooks/${id}`, undefined, asAdmin);
    expect(shown).not.toHaveProperty('secret');
  });

  it('is never replayed', async () => {
    const key = { ...asAdmin, 'idempotency-key': 'a webhook' };
    const body = { url: 'http://127.0.0.1:9/', events: everyChange, enabled: false };
    expect((await rest('POST', '/webhooks', body, key)).status).toBe(201);
    expect((await rest('POST', '/webhooks', body, key)).status).toBe(409);
  });
});

describe('an event', () => {
  it('is posted to who asked for it, signed, with what changed', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await listenTo(receiver, { events: ['question.updated'] });
    const question = await create();
    // Passed on although this service exports no traces.
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-00';
    const path = `/questions/${question.id}`;
    await rest('PATCH', path, { topic_focus: 'Optics' }, { traceparent, tracestate: 'a=b c' });
    const [message] = await receiver.waitFor(1, isAbout(question.id));
    if (!message) throw new Error('No message');
    expect(message.headers).toMatchObject({ traceparent, tracestate: 'a=b c' });
    expectSigned(message, secret);
    const { type, timestamp, data } = bodyOf(message);
    expect({ type, data }).toMatchObject({
      type: 'question.updated',
      data: {
        type: 'question.updated',
        occurred_at: timestamp,
        question_id: question.id,
        version: 2,
        before: { topic_focus: null, question_text: question.question_text },
        after: { topic_focus: 'Optics', difficulty: question.difficulty },
      },
    });
    expect(message.headers['webhook-id']).toBe(data.id);
    expect(message.headers['content-type']).toBe('application/json');
    const [delivery] = await untilDelivered(id, ['DELIVERED']);
    expect(delivery).toMatchObject({
      event_id: data.id,
      type: 'question.updated',
      payload: { data: { question_id: question.id } },
      attempt_count: 1,
      attempts: [{ number: 1, status: 204, error: null }],
      next_attempt_at: null,
    });
  });

  it('is posted if its question matched the filter before or after, over GraphQL too', async () => {
    const receiver = await startReceiver();
    const input = {
      url: receiver.url,
      events: ['QUESTION_CREATED', 'QUESTION_UPDATED', 'QUESTION_DELETED'],
      filter: { category: ['SCIENCE'], search: 'photon -gluon' },
    };
    const { body } = await graphql(
      'mutation ($input: NewWebhookInput!) { createWebhook(input: $input) { id filter secret } }',
      { input },
      asAdmin,
    );
    expect(body.data.createWebhook).toMatchObject({
      filter: { category: ['Science'], search: 'photon -gluon' },
      secret: expect.stringMatching(/^whsec_/),
    });
    const other = await create({ category: 'Geography', question_text: 'Where do photons live?' });
    const leaves = await create({ category: 'Science', question_text: 'What are photons?' });
    await rest('PATCH', `/questions/${leaves.id}`, { category: 'Geography' });
    await rest('DELETE', `/questions/${leaves.id}`);
    await rest('PATCH', `/questions/${other.id}`, { category: 'Science' });
    await receiver.waitFor(3);
    const seen = receiver.received.map(bodyOf).map(({ type, data }) => [type, data.question_id]);
    expect(seen.filter(([, id]) => id === leaves.id)).toEqual([
      ['question.created', leaves.id],
      ['question.updated', leaves.id],
    ]);
    expect(seen.filter(([, id]) => id === other.id)).toEqual([['question.updated', other.id]]);
  });

  it('reaches others while a receiver does not answer', async () => {
    const stuck = await startReceiver(() => undefined);
    const quick = await startReceiver();
    const { id } = await listenTo(stuck);
    await listenTo(quick);
    const question = await create();
    await quick.waitFor(1, isAbout(question.id));
    await stuck.waitFor(1, isAbout(question.id));
    const [delivery] = await deliveriesOf(id);
    expect(delivery).toMatchObject({ status: 'PENDING', attempts: [] });
    await rest('DELETE', `/webhooks/${id}`, undefined, asAdmin);
  });
});

describe('a receiver that refuses', () => {
  it('gets the events of a question in order, and those of others meanwhile', async () => {
    let failures = 2;
    const receiver = await startReceiver((message, response) => {
      const { data } = bodyOf(message);
      const fails = data.version === 1 && data.question_id === first?.id && failures > 0;
      if (fails) failures -= 1;
      response.writeHead(fails ? 500 : 200).end();
    });
    const { id } = await listenTo(receiver);
    let first: Json;
    const [one, two] = (await rest('POST', '/questions', [makeQuestion(), makeQuestion()])).body
      .data;
    first = one;
    await edit(one.id, 'Optics');
    await edit(two.id, 'Optics');
    const messages = await receiver.waitFor(6);
    const versions = (about: string) =>
      messages.filter(isAbout(about)).map((m) => bodyOf(m).data.version);
    expect(versions(one.id)).toEqual([1, 1, 1, 2]);
    expect(versions(two.id)).toEqual([1, 2]);
    const ids = messages.filter(isAbout(one.id)).map(({ headers }) => headers['webhook-id']);
    expect(new Set(ids).size).toBe(2);
    await untilDelivered(id, ['DELIVERED', 'DELIVERED', 'DELIVERED', 'DELIVERED']);
  });

  it('is given up after the last attempt, and can be sent to again', async () => {
    let status = 302;
    const receiver = await startReceiver((_, response) =>
      response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end(),
    );
    const { id } = await listenTo(receiver);
    const question = await create();
    const [dead] = await untilDelivered(id, ['DEAD']);
    expect(dead.attempts.map((attempt: Json) => [attempt.status, attempt.error.code])).toEqual([
      [302, 'redirect'],
      [302, 'redirect'],
      [302, 'redirect'],
    ]);
    status = 200;
    await edit(question.id, 'Optics');
    await untilDelivered(id, ['DELIVERED', 'DEAD']);
    const path = `/webhooks/${id}/deliveries/${dead.id}/retry`;
    const retried = await rest('POST', path, undefined, asAdmin);
    expect(retried.body).toMatchObject({ id: dead.id, status: 'PENDING', attempt_count: 3 });
    const [, again] = await untilDelivered(id, ['DELIVERED', 'DELIVERED']);
    expect(again).toMatchObject({ attempt_count: 4, event_id: dead.event_id });
    expect(receiver.received.at(-1)?.headers['webhook-id']).toBe(dead.event_id);
    expect(await deliveriesOf(id, '?status=DEAD')).toEqual([]);
    const { body: metrics } = await rest('GET', '/metrics', undefined, asAdmin);
    const count = (labels: string) => Number(metrics.split(`{${labels}} `)[1]?.split('\n')[0]);
    expect(count('outcome="delivered"')).toBeGreaterThanOrEqual(2);
    expect(count('outcome="retried"')).toBeGreaterThanOrEqual(2);
    expect(count('outcome="dead"')).toBe(1);
    expect(metrics).toMatch(/\nquaestor_webhook_deliveries\{state="retrying"\} \d+\n/);
  });

  it('is disabled by 410, until it is enabled again', async () => {
    let status = 410;
    const receiver = await startReceiver((_, response) => response.writeHead(status).end());
    const { id } = await listenTo(receiver);
    const question = await create();
    await untilDelivered(id, ['DEAD']);
    const { body } = await rest('GET', `/webhooks/${id}`, undefined, asAdmin);
    expect(body).toMatchObject({ enabled: false, disabled_reason: 'gone', version: 2 });
    await edit(question.id, 'not sent');
    status = 200;
    const enabled = await rest('PATCH', `/webhooks/${id}`, { enabled: true }, asAdmin);
    expect(enabled.body).toMatchObject({ enabled: true, disabled_reason: null, version: 3 });
    await edit(question.id, 'sent');
    const [, message] = await receiver.waitFor(2);
    expect(message && bodyOf(message).data.after.topic_focus).toBe('sent');
  });

  it.each([
    ['is disabled', { disabled: true }, { disabled: false }],
    ['may not read questions', { role: 'player' }, { role: 'admin' }],
  ])('is not sent to while its owner %s', async (_, taken, given) => {
    const receiver = await startReceiver();
    const watcher = await startReceiver();
    await listenTo(watcher);
    const account = await makeAccount(service, asAdmin.authorization?.slice(7) ?? '', 'admin');
    const asOwner = bearer((await logIn(service, account)).access_token);
    const options = { url: receiver.url, events: everyChange, enabled: true };
    await makeWebhook(service, asOwner, options);
    const change = (changes: object) =>
      rest('PATCH', `/auth/accounts/${account.id}`, changes, asAdmin);
    await change(taken);
    const question = await create();
    await watcher.waitFor(1, isAbout(question.id));
    await change(given);
    await edit(question.id, 'sent');
    const [message] = await receiver.waitFor(1);
    expect(message && bodyOf(message).data.version).toBe(2);
  });
});

it('is not created by a key that may not read what it would send', async () => {
  const key = { name: 'hooks', scopes: ['webhooks:manage', 'questions:read'] };
  const { body } = await rest('POST', '/auth/keys', key, asAdmin);
  const webhook = { url: 'http://127.0.0.1:9/', events: ['question.created', 'analysis.failed'] };
  const refused = await rest('POST', '/webhooks', webhook, bearer(body.key));
  expect(refused).toMatchObject({
    status: 422,
    body: { errors: [{ pointer: '/events/1', code: 'not_yours' }] },
  });
});

describe('the command line', () => {
  const env = { ...database, PORT: port };
  const call = (args: string[], more: Record<string, string> = {}) =>
    callProgram(['webhook', ...args], { env: { ...env, ...more } });
  const run = async (args: string[], more?: Record<string, string>) => {
    const program = call(args, more);
    const { code } = await program.ended;
    return { code, stdout: program.stdout(), stderr: program.stderr() };
  };
  const isPrivate = { WEBHOOK_ALLOW_PRIVATE: 'on' };

  it('manages webhooks', async () => {
    const refused = await run(['create', 'https://10.0.0.1/', '--events', 'question.created,x']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('events.1: Must be one of question.created');
    const receiver = await startReceiver();
    const options = ['--events', 'question.deleted', '--filter', '{"source":"a cli"}'];
    const created = await run(['create', receiver.url, ...options, '--json'], isPrivate);
    const { id, secret, ...shown } = JSON.parse(created.stdout);
    expect(shown).toMatchObject({ filter: { source: 'a cli' }, enabled: true, version: 1 });
    expect((await run(['list'])).stdout).toContain(`${id}  ${receiver.url}`);
    const changed = await run(['update', id, '--no-enabled', '--filter', 'null', '--json']);
    expect(JSON.parse(changed.stdout)).toMatchObject({ enabled: false, filter: null, version: 2 });
    const rotated = await run(['rotate', id]);
    expect(rotated.stdout).toMatch(/secret {2}whsec_/);
    expect(rotated.stdout).not.toContain(secret);
    expect((await run(['show', id])).stdout).toContain(`${receiver.url}  (disabled)`);
    const tested = await run(['test', id], isPrivate);
    expect(tested.stdout).toMatch(/DELIVERED +webhook\.test[^\n]+\n +1 .* Responded 204\.\n$/);
    const listed = await run(['deliveries', id, '--status', 'DELIVERED', '--json']);
    const [delivery] = JSON.parse(listed.stdout);
    expect(delivery).toMatchObject({ webhook_id: id, attempts: [{ status: 204, error: null }] });
    expect(await run(['retry', id, delivery.id])).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('The webhook is disabled. Enable it first.\n'),
    });
    await run(['update', id, '--enabled']);
    expect((await run(['retry', id, delivery.id])).stdout).toContain('PENDING');
    expect(await run(['delete', id])).toMatchObject({ code: 0, stdout: `Deleted ${id}.\n` });
    expect((await run(['show', id])).stderr).toContain('You have no webhook with the id');
  });

  it('prints events as they happen, and forwards them signed', async () => {
    const receiver = await startReceiver();
    const { body } = await rest('GET', '/events?after=latest');
    const options = ['--events', 'question.created', '--after', body.next];
    const listening = call(['listen', '--forward', receiver.url, ...options]);
    await listening.says('signed with whsec_');
    const [secret = ''] = /whsec_\S+/.exec(listening.stderr()) ?? [];
    const question = await create({ topic_focus: 'heard' });
    const [message] = await receiver.waitFor(1);
    if (!message) throw new Error('No message');
    expectSigned(message, secret);
    const { type, data } = bodyOf(message);
    expect(type).toBe('question.created');
    expect(data).toMatchObject({ question_id: question.id, after: { topic_focus: 'heard' } });
    await listening.says(`question.created     ${question.id}  version 1`);
    await listening.says('→ 204');
    expect(await listening.end('SIGINT')).toMatchObject({ code: 0 });
    const lost = await run(['listen', '--token', 'nonsense']);
    expect(lost).toMatchObject({ code: 1, stderr: expect.stringContaining('Invalid token') });
  });
});
