import type { WebhookAttempt, WebhookDelivery } from '../../db/generated/prisma/client.ts';
import { type EventType, eventTypes } from '../../domain/event-types.ts';
import { inSnakeCase } from '../../domain/naming.ts';
import { type DeliveryStatus, testEventType } from '../../domain/webhook-input.ts';
import type { OwnWebhook } from '../../webhooks/manage-webhooks.ts';
import { builder } from '../builder.ts';
import { EventTypeEnum } from '../event/type.ts';

export const WebhookRef = builder.objectRef<OwnWebhook>('Webhook').implement({
  description: 'A receiver of events, signed as Standard Webhooks defines it.',
  fields: (t) => ({
    id: t.exposeID('id'),
    url: t.exposeString('url', { description: 'Where events are posted to.' }),
    events: t.field({
      type: [EventTypeEnum],
      resolve: ({ events }) => events as EventType[],
    }),
    eventNames: t.exposeStringList('events', {
      description: 'The types of events as in REST.',
      extensions: { jsonSchema: { items: { type: 'string', enum: [...eventTypes] } } },
    }),
    filter: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The criteria that questions must match before or after the change, with the names of REST; null for all.',
      extensions: { jsonSchema: { type: ['object', 'null'] } },
      resolve: ({ filter }) => filter && inSnakeCase(filter as object),
    }),
    enabled: t.exposeBoolean('enabled', { description: 'Whether events are sent.' }),
    disabledReason: t.exposeString('disabledReason', {
      nullable: true,
      description: 'Why the service disabled it: `gone` if the receiver responded 410.',
    }),
    secret: t.string({
      nullable: true,
      description:
        'Verifies signatures; only in the response that created it or rotated it, otherwise null.',
      resolve: ({ newSecret }) => newSecret ?? null,
    }),
    version: t.exposeInt('version', { description: '1 at first, incremented by every change.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
    updatedAt: t.expose('updatedAt', { type: 'DateTime' }),
  }),
});

const statusHelp: Record<DeliveryStatus, { description: string }> = {
  PENDING: { description: 'To be sent, or sent again.' },
  DELIVERED: { description: 'The receiver responded 2xx.' },
  DEAD: { description: 'The last attempt failed; it can be sent again.' },
};

export const DeliveryStatusEnum = builder.enumType('WebhookDeliveryStatus', {
  description: 'How far the delivery of an event is.',
  values: statusHelp as Record<string, { description: string }>,
});

export type DeliveryWithAttempts = WebhookDelivery & { readonly attempts: WebhookAttempt[] };

const AttemptErrorRef = builder
  .objectRef<{ code: string; detail: string }>('WebhookAttemptError')
  .implement({
    description: 'Why an attempt failed.',
    fields: (t) => ({
      code: t.exposeString('code', {
        description:
          'Such as timeout, refused, redirect, gone, name_not_resolved, connection_failed or address_not_allowed.',
      }),
      detail: t.exposeString('detail', { description: 'An explanation.' }),
    }),
  });

const WebhookAttemptRef = builder.objectRef<WebhookAttempt>('WebhookAttempt').implement({
  description: 'One attempt to send an event.',
  fields: (t) => ({
    number: t.exposeInt('number', { description: 'Counts from 1.' }),
    startedAt: t.expose('startedAt', { type: 'DateTime' }),
    durationMs: t.exposeInt('durationMs', { description: 'In milliseconds.' }),
    status: t.exposeInt('status', {
      nullable: true,
      description: 'The HTTP status of the response; null without one.',
    }),
    error: t.field({
      type: AttemptErrorRef,
      nullable: true,
      description: 'Null if it succeeded.',
      extensions: { isPart: true },
      resolve: ({ errorCode, errorDetail }) =>
        errorCode === null ? null : { code: errorCode, detail: errorDetail ?? '' },
    }),
  }),
});

export const WebhookDeliveryRef = builder
  .objectRef<DeliveryWithAttempts>('WebhookDelivery')
  .implement({
    description: 'An event on its way to a receiver.',
    fields: (t) => ({
      id: t.exposeID('id'),
      webhookId: t.exposeID('webhookId'),
      eventId: t.exposeString('eventId', {
        description: 'Sent as webhook-id, the same in every attempt.',
      }),
      type: t.exposeString('eventType', {
        description: `The type of the event as in REST, or ${testEventType}.`,
        extensions: { jsonSchema: { enum: [...eventTypes, testEventType] } },
      }),
      payload: t.field({
        type: 'JSON',
        description: 'The body that is sent.',
        extensions: { jsonSchema: { type: 'object' } },
        resolve: ({ payload }) => JSON.parse(payload),
      }),
      status: t.expose('status', { type: DeliveryStatusEnum }),
      attemptCount: t.exposeInt('attemptCount', {
        description: 'How many attempts were begun.',
      }),
      attempts: t.field({
        type: [WebhookAttemptRef],
        description: 'The last 20 attempts, oldest first.',
        extensions: { length: 1 },
        resolve: ({ attempts }) => [...attempts].sort((a, b) => a.number - b.number),
      }),
      nextAttemptAt: t.field({
        type: 'DateTime',
        nullable: true,
        description:
          'When it is sent next, unless an earlier event of the same question waits; null when it is not.',
        resolve: ({ status, nextAttemptAt }) => (status === 'PENDING' ? nextAttemptAt : null),
      }),
      createdAt: t.expose('createdAt', { type: 'DateTime' }),
      finishedAt: t.expose('finishedAt', {
        type: 'DateTime',
        nullable: true,
        description: 'Null while it is PENDING.',
      }),
    }),
  });
