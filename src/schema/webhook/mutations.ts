import { findOwnAccount, noneOwned } from '../../auth/own-account.ts';
import { newWebhook, webhookChanges } from '../../domain/webhook-input.ts';
import { deliverJob } from '../../webhooks/deliver-job.ts';
import {
  changeWebhook,
  createWebhook,
  deleteWebhook,
  rotateSecret,
  type WebhookOwner,
} from '../../webhooks/manage-webhooks.ts';
import { retryDelivery, saveTest, sendTest } from '../../webhooks/send-on-demand.ts';
import { builder } from '../builder.ts';
import { type Context, parseInput } from '../context.ts';
import { withoutNulls } from '../page.ts';
import { versionCondition } from '../question/inputs.ts';
import { NewWebhookInput, WebhookChangesInput } from './inputs.ts';
import { maxAttemptsListed } from './queries.ts';
import { type DeliveryWithAttempts, WebhookDeliveryRef, WebhookRef } from './type.ts';

const access = { access: 'webhooks:manage' } as const;

builder.mutationFields((t) => ({
  createWebhook: t.field({
    type: WebhookRef,
    nullable: true,
    description:
      'Creates a webhook for events from now on. The secret is shown only in this response. An account may have 100.',
    extensions: access,
    args: { input: t.arg({ type: NewWebhookInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const content = await parseInput(context, newWebhook, withPlainFilter(input));
      const { id: accountId } = await findOwnAccount(context.database, context.caller);
      const startPosition = await context.events.log.sequence();
      const owner = { ...ownerOf(context), accountId };
      const created = await context.change(
        (transaction) => createWebhook(transaction, content, startPosition, owner),
        { responseIsSecret: true },
      );
      // Whoever takes the job begins to follow the events.
      await deliver(context, created.id);
      return created;
    },
  }),

  updateWebhook: t.field({
    type: WebhookRef,
    nullable: true,
    description:
      'Updates some fields of your webhook. Enabled again, it continues with deliveries that waited; events in between are not sent.',
    extensions: access,
    args: {
      id: t.arg.id({ required: true }),
      input: t.arg({ type: WebhookChangesInput, required: true }),
      ifVersion: versionCondition(t),
    },
    resolve: async (_root, { id, input, ifVersion }, context) => {
      const changes = await parseInput(context, webhookChanges, withPlainFilter(input));
      const startPosition = changes.enabled ? await context.events.log.sequence() : undefined;
      const updated = await context.change((transaction) =>
        changeWebhook(transaction, id, changes, { ifVersion, startPosition }, ownerOf(context)),
      );
      if (updated.enabled) await deliver(context, updated.id);
      return updated;
    },
  }),

  deleteWebhook: t.field({
    type: 'ID',
    nullable: true,
    description: 'Deletes your webhook with its deliveries and returns its id.',
    extensions: access,
    args: { id: t.arg.id({ required: true }), ifVersion: versionCondition(t) },
    resolve: async (_root, { id, ifVersion }, context) => {
      await context.change((transaction) =>
        deleteWebhook(transaction, id, ifVersion, ownerOf(context)),
      );
      return id;
    },
  }),

  rotateWebhookSecret: t.field({
    type: WebhookRef,
    nullable: true,
    description:
      'Replaces the secret, which is shown only in this response. Messages carry signatures by both secrets for 24 hours.',
    extensions: access,
    args: { id: t.arg.id({ required: true }) },
    resolve: (_root, { id }, context) =>
      context.change((transaction) => rotateSecret(transaction, id, ownerOf(context)), {
        responseIsSecret: true,
      }),
  }),

  testWebhook: t.field({
    type: WebhookDeliveryRef,
    nullable: true,
    description:
      'Sends a message of the type webhook.test, once, and returns what came of it. Works for a disabled webhook too.',
    extensions: access,
    args: { id: t.arg.id({ required: true }) },
    resolve: async (_root, { id }, context) => {
      const { webhooks, auth, clock, database } = context;
      const { accountId } = ownerOf(context);
      const message = await context.change((transaction) =>
        saveTest(transaction, accountId, id, clock(), webhooks),
      );
      context.deadline.extend(webhooks.timeoutMs);
      await sendTest(database, auth.box, webhooks, message);
      return readDelivery(context, message.id);
    },
  }),

  retryWebhookDelivery: t.field({
    type: WebhookDeliveryRef,
    nullable: true,
    description:
      'Sends an event again, with the same webhook-id; also one that was delivered. Returns the delivery as PENDING.',
    extensions: access,
    args: { webhookId: t.arg.id({ required: true }), id: t.arg.id({ required: true }) },
    resolve: async (_root, { webhookId, id }, context) => {
      const { accountId } = ownerOf(context);
      await context.change((transaction) => retryDelivery(transaction, accountId, webhookId, id));
      const delivery = await readDelivery(context, id);
      await deliver(context, webhookId);
      return delivery;
    },
  }),
}));

function ownerOf({ caller, auth, webhooks, clock }: Context): WebhookOwner {
  const { accountId, scopes } = caller;
  const { allowPrivate } = webhooks;
  return { accountId: accountId ?? '', scopes, allowPrivate, box: auth.box, now: clock() };
}

/** In a filter, null is the same as omitting a criterion, as in lists. */
function withPlainFilter<T extends { filter?: object | null | undefined }>(input: T) {
  return input.filter ? { ...input, filter: withoutNulls(input.filter) } : input;
}

async function readDelivery({ database }: Context, id: string): Promise<DeliveryWithAttempts> {
  const attempts = { orderBy: { number: 'desc' }, take: maxAttemptsListed } as const;
  const found = await database.prisma.webhookDelivery.findFirst({
    where: { id },
    include: { attempts },
  });
  return found ?? noneOwned('delivery', id);
}

/** The sweep of any node would find it too, seconds later. */
async function deliver({ jobs }: Context, webhookId: string): Promise<void> {
  await jobs.add(deliverJob, `${webhookId}.${Date.now()}`, { webhookId });
}
