import { type GraphQLSchema, parse } from 'graphql';
import { type EventType, eventTypes } from '../../domain/event-types.ts';
import { type Components, type JsonSchema, responseSchemaOf } from '../openapi/response-schema.ts';
import { eventRows } from '../rest/events.ts';

/** The AsyncAPI 3 document: the events, and the ways to receive them. */
export function buildAsyncApi(schema: GraphQLSchema, version: string): JsonSchema {
  const components: Components = new Map();
  for (const { document } of eventRows) responseSchemaOf(schema, parse(document), components);
  const messages = eventTypes.map((type) => [nameOf(type), messageOf(type)]);
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Quaestor events',
      version,
      description:
        'Changes of questions and steps of analysis runs, at least once and in order per question. Positions ascend: once a reader has seen one, no event will appear before it.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    channels: {
      feed: channelOf('/events', 'The feed, by polling or long polling (`Prefer: wait=30`).'),
      changes: channelOf(
        '/graphql',
        'The GraphQL subscriptions `questionChanged(filter, after)` and `analysisProgress(id)`, as server-sent events whose ids are positions.',
      ),
      webhooks: channelOf(
        null,
        'Posted to the URL of a webhook, signed as Standard Webhooks defines it (`webhook-id`, `webhook-timestamp`, `webhook-signature`).',
      ),
    },
    operations: {
      readEvents: operationOf('feed', 'Events after a position.', 'GET'),
      sendChanges: operationOf('changes', 'Events as they happen.', 'POST'),
      postToWebhook: operationOf('webhooks', 'An event for a receiver.', 'POST'),
    },
    components: {
      messages: Object.fromEntries(messages),
      schemas: { ...Object.fromEntries(components), Event: eventSchema(components) },
    },
  };
}

/** `question.created` is QuestionCreated. */
function nameOf(type: EventType): string {
  return type
    .split('.')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

function messageOf(type: EventType): JsonSchema {
  return {
    name: type,
    title: nameOf(type),
    contentType: 'application/json',
    payload: {
      type: 'object',
      description: 'As a webhook receives it; the feed and subscriptions send `data` alone.',
      required: ['type', 'timestamp', 'data'],
      properties: {
        type: { const: type },
        timestamp: { type: 'string', format: 'date-time' },
        data: {
          allOf: [
            { $ref: '#/components/schemas/Event' },
            { type: 'object', properties: { type: { const: type } } },
          ],
        },
      },
    },
  };
}

/** What is null may be omitted: webhooks do so. */
function eventSchema(components: Components): JsonSchema {
  return { ...components.get('Event'), required: ['id', 'position', 'type', 'occurred_at'] };
}

function channelOf(address: string | null, description: string): JsonSchema {
  const messages = eventTypes.map((type) => [
    nameOf(type),
    { $ref: `#/components/messages/${nameOf(type)}` },
  ]);
  return { ...(address && { address }), description, messages: Object.fromEntries(messages) };
}

function operationOf(channel: string, summary: string, method: string): JsonSchema {
  return {
    action: 'send',
    channel: { $ref: `#/channels/${channel}` },
    summary,
    bindings: { http: { method } },
  };
}
