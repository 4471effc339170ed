import * as z from 'zod';
import { deliveryStatuses, newWebhook, webhookChanges } from '../../domain/webhook-input.ts';
import { pageFragment, paging } from './paging.ts';
import type { Row, Success } from './row.ts';

const webhookFields = `
    id url events: eventNames filter enabled disabled_reason: disabledReason version
    created_at: createdAt updated_at: updatedAt`;

const webhookFragment = `fragment Webhook on Webhook { ${webhookFields} }`;

const deliveryFragment = `
  fragment WebhookDelivery on WebhookDelivery {
    id webhook_id: webhookId event_id: eventId type payload status
    attempt_count: attemptCount
    attempts {
      number started_at: startedAt duration_ms: durationMs status error { code detail }
    }
    next_attempt_at: nextAttemptAt created_at: createdAt finished_at: finishedAt
  }`;

const readOnly = ['id', 'disabled_reason', 'version', 'created_at', 'updated_at'];

const oneWebhook: Omit<Success, 'status'> = { etag: ({ version }) => `"${version}"` };

const example = {
  url: 'https://example.org/hooks',
  events: ['question.created', 'question.updated'],
  filter: { category: ['Science'] },
};

export const webhookRows: readonly Row[] = [
  {
    method: 'GET',
    path: '/webhooks',
    name: 'listWebhooks',
    summary: 'List your webhooks',
    query: paging,
    document: `
      query ListWebhooks($first: Int, $offset: Int, $after: String) {
        body: webhooks(first: $first, offset: $offset, after: $after) {
          data: nodes { ...Webhook }
          page { ...Page }
        }
      } ${webhookFragment} ${pageFragment}`,
    success: { status: 200 },
    errors: [],
  },
  {
    method: 'POST',
    path: '/webhooks',
    name: 'createWebhook',
    summary: 'Create a webhook; the secret is shown only once',
    body: { name: 'NewWebhook', rules: newWebhook, variable: 'input', example, readOnly },
    document: `
      mutation CreateWebhook($input: NewWebhookInput!) {
        body: createWebhook(input: $input) { ${webhookFields} secret }
      }`,
    success: {
      status: 201,
      isSecret: true,
      location: ({ id }) => `/webhooks/${id}`,
      ...oneWebhook,
    },
    errors: ['CONFLICT'],
  },
  {
    method: 'GET',
    path: '/webhooks/{id}',
    name: 'getWebhook',
    summary: 'Get one of your webhooks',
    document: `query GetWebhook($id: ID!) { body: webhook(id: $id) { ...Webhook } } ${webhookFragment}`,
    success: { status: 200, ...oneWebhook },
    errors: ['NOT_FOUND'],
  },
  {
    method: 'PATCH',
    path: '/webhooks/{id}',
    name: 'updateWebhook',
    summary: 'Update fields of a webhook; omitted fields keep their value',
    body: { name: 'WebhookChanges', rules: webhookChanges, variable: 'input', readOnly },
    isConditional: true,
    document: `
      mutation UpdateWebhook($id: ID!, $input: WebhookChangesInput!, $ifVersion: [Int!]) {
        body: updateWebhook(id: $id, input: $input, ifVersion: $ifVersion) { ...Webhook }
      } ${webhookFragment}`,
    success: { status: 200, ...oneWebhook },
    errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  },
  {
    method: 'DELETE',
    path: '/webhooks/{id}',
    name: 'deleteWebhook',
    summary: 'Delete a webhook and its deliveries',
    isConditional: true,
    document: `
      mutation DeleteWebhook($id: ID!, $ifVersion: [Int!]) {
        body: deleteWebhook(id: $id, ifVersion: $ifVersion)
      }`,
    success: { status: 204 },
    errors: ['NOT_FOUND', 'PRECONDITION_FAILED'],
  },
  {
    method: 'POST',
    path: '/webhooks/{id}/rotate',
    name: 'rotateWebhookSecret',
    summary: 'Replace the secret of a webhook; both are valid for 24 hours',
    document: `
      mutation RotateWebhookSecret($id: ID!) {
        body: rotateWebhookSecret(id: $id) { ${webhookFields} secret }
      }`,
    success: { status: 200, isSecret: true, ...oneWebhook },
    errors: ['NOT_FOUND'],
  },
  {
    method: 'POST',
    path: '/webhooks/{id}/test',
    name: 'testWebhook',
    summary: 'Send a test message once, and see what came of it',
    document: `
      mutation TestWebhook($id: ID!) {
        body: testWebhook(id: $id) { ...WebhookDelivery }
      } ${deliveryFragment}`,
    success: { status: 200 },
    errors: ['NOT_FOUND'],
  },
  {
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    name: 'listWebhookDeliveries',
    summary: 'List the deliveries to a webhook with their attempts, newest first',
    query: {
      status: {
        schema: z
          .array(z.enum(deliveryStatuses))
          .min(1)
          .meta({ description: 'Only deliveries with any of these statuses.' }),
        variable: 'status',
      },
      ...paging,
    },
    document: `
      query ListWebhookDeliveries(
        $id: ID!, $status: [WebhookDeliveryStatus!], $first: Int, $offset: Int, $after: String
      ) {
        body: webhookDeliveries(
          id: $id, status: $status, first: $first, offset: $offset, after: $after
        ) {
          data: nodes { ...WebhookDelivery }
          page { ...Page }
        }
      } ${deliveryFragment} ${pageFragment}`,
    success: { status: 200 },
    errors: ['NOT_FOUND'],
  },
  {
    method: 'POST',
    path: '/webhooks/{id}/deliveries/{delivery}/retry',
    name: 'retryWebhookDelivery',
    summary: 'Send an event again, with the same webhook-id',
    document: `
      mutation RetryWebhookDelivery($id: ID!, $delivery: ID!) {
        body: retryWebhookDelivery(webhookId: $id, id: $delivery) { ...WebhookDelivery }
      } ${deliveryFragment}`,
    success: { status: 200 },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
];
