import { randomUUID } from 'node:crypto';
import { bearer, logIn, makeAccount } from './accounts.ts';
import type { TestApp } from './app.ts';
import { asAdmin } from './auth-parity-cases.ts';
import { notFound, type ParityCase } from './parity-case.ts';
import { makeDelivery, makeWebhook, webhook } from './webhook-states.ts';

const input = { ...webhook, events: ['QUESTION_CREATED'] };

const made = async (service: TestApp) => (await makeWebhook(service, await asAdmin(service))).id;

const changed = async (service: TestApp) => {
  const id = await made(service);
  const changes = { events: ['question.deleted'] };
  await service.rest('PATCH', `/webhooks/${id}`, changes, await asAdmin(service));
  return id;
};

/** Another admin, who has all the webhooks that an account may have. */
const asFullAdmin = async (service: TestApp) => {
  const { authorization } = await asAdmin(service);
  const token = authorization?.replace('Bearer ', '') ?? '';
  const account = await makeAccount(service, token, 'admin');
  const now = new Date();
  const row = { ...webhook, accountId: account.id, secret: '', createdAt: now, updatedAt: now };
  await service.app.database.prisma.webhook.createMany({
    data: Array.from({ length: 100 }, () => ({ ...row, id: randomUUID() })),
  });
  return bearer((await logIn(service, account)).access_token);
};

const delivered = async (service: TestApp) =>
  makeDelivery(service, await asAdmin(service), { enabled: true });

const deliveredToDisabled = async (service: TestApp) =>
  makeDelivery(service, await asAdmin(service));

const times = ['started_at', 'duration_ms', 'created_at', 'finished_at', 'next_attempt_at'];
/** The ids of test messages have no dash in front. */
const varies = [...times, 'event_id', 'payload'];

const named = (cases: ParityCase[]): ParityCase[] =>
  cases.map((each) => ({ headers: asAdmin, ...each }));

export const webhookParityCases: Record<string, ParityCase[]> = {
  getWebhook: named([{ does: 'shows one', given: made, variables: {} }, notFound()]),
  updateWebhook: named([
    {
      does: 'changes it',
      given: made,
      body: { events: ['analysis.failed', 'question.created'], filter: { difficulty: [2] } },
      variables: {
        input: {
          events: ['ANALYSIS_FAILED', 'QUESTION_CREATED'],
          filter: { difficulty: ['ADVANCED'] },
        },
      },
    },
    {
      does: 'refuses an empty change',
      given: made,
      body: {},
      variables: { input: {} },
      code: 'BAD_USER_INPUT',
    },
    {
      does: 'refuses a stale version',
      given: changed,
      ifMatch: '"1"',
      body: { enabled: true },
      variables: { input: { enabled: true }, ifVersion: [1] },
      code: 'PRECONDITION_FAILED',
    },
    notFound({ body: { enabled: false }, variables: { input: { enabled: false } } }),
  ]),
  deleteWebhook: named([
    { does: 'deletes one', given: made, variables: {} },
    {
      does: 'refuses a stale version',
      given: changed,
      ifMatch: '"1"',
      variables: { ifVersion: [1] },
      code: 'PRECONDITION_FAILED',
    },
    notFound(),
  ]),
  rotateWebhookSecret: named([
    { does: 'makes a new secret', given: made, variables: {}, varies: ['secret'] },
    notFound(),
  ]),
  testWebhook: named([{ does: 'sends one', given: made, variables: {}, varies }, notFound()]),
  listWebhookDeliveries: named([
    { does: 'lists them', given: delivered, variables: {} },
    {
      does: 'lists those that failed',
      given: delivered,
      query: '?status=DEAD&limit=1',
      variables: { status: ['DEAD'], first: 1 },
    },
    notFound(),
  ]),
  retryWebhookDelivery: named([
    { does: 'sends it again', given: delivered, variables: {}, varies },
    {
      does: 'refuses while the webhook is disabled',
      given: deliveredToDisabled,
      variables: {},
      code: 'CONFLICT',
    },
    notFound(),
  ]),
  listWebhooks: named([
    { does: 'shows mine', given: made, query: '?limit=2', variables: { first: 2 } },
  ]),
  createWebhook: named([
    { does: 'creates one', body: webhook, variables: { input }, varies: ['secret'] },
    {
      does: 'reports every broken rule',
      body: { url: 'nowhere', events: [] },
      variables: { input: { url: 'nowhere', events: [] } },
      code: 'BAD_USER_INPUT',
    },
    {
      does: 'refuses a filter that nothing uses',
      body: { ...webhook, events: ['analysis.failed'], filter: { category: ['Science'] } },
      variables: {
        input: { ...input, events: ['ANALYSIS_FAILED'], filter: { category: ['SCIENCE'] } },
      },
      code: 'BAD_USER_INPUT',
    },
    {
      does: 'refuses more than a hundred',
      headers: asFullAdmin,
      body: webhook,
      variables: { input },
      code: 'CONFLICT',
    },
  ]),
};
