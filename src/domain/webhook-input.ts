import * as z from 'zod';
import type { Fault } from './errors.ts';
import { analysisEventTypes, type EventType, eventTypes } from './event-types.ts';
import { type QuestionFilter, questionFilterFields } from './question-criteria.ts';
import { defineRules } from './rules.ts';
import type { Scope } from './scopes.ts';
import { text } from './text.ts';

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'DEAD'] as const;

export type DeliveryStatus = (typeof deliveryStatuses)[number];

/** The type of the message that a test sends. */
export const testEventType = 'webhook.test';

/** Where it may lead is a matter of settings: see `webhooks/receiver-address`. */
const receiverUrl = text(1, 2000)
  .check((payload) => {
    const fault = urlFault(payload.value);
    if (!fault) return;
    payload.issues.push({
      code: 'custom',
      input: payload.value,
      message: fault,
      params: { code: 'invalid' },
    });
  })
  .meta({
    minLength: 1,
    maxLength: 2000,
    format: 'uri',
    description: 'Where events are posted to: an https URL on the public internet.',
  });

function urlFault(value: string): string | undefined {
  if (!URL.canParse(value)) return 'Must be a URL such as https://example.org/hooks.';
  const { protocol, username, password, hash } = new URL(value);
  if (protocol !== 'https:' && protocol !== 'http:') return 'Must be an https URL.';
  if (username !== '' || password !== '') return 'Must not contain a username or password.';
  return hash === '' ? undefined : 'Must not have a fragment.';
}

const fields = {
  url: receiverUrl,
  events: z
    .array(z.enum(eventTypes))
    .min(1)
    .max(eventTypes.length)
    .meta({ description: 'The types of events to send.' }),
  filter: z.strictObject(questionFilterFields).partial().nullish().meta({
    description:
      'Criteria of questions: only events of questions that match before or after the change. Events of runs are not filtered.',
  }),
  enabled: z.boolean().meta({ description: 'Whether events are sent; default true.' }),
};

const newWebhookSchema = z.strictObject({ ...fields, enabled: fields.enabled.default(true) });

export type NewWebhook = z.output<typeof newWebhookSchema>;

export const newWebhook = defineRules(newWebhookSchema, findContradiction);

const changesSchema = z.strictObject(fields).partial();

export type WebhookChanges = z.output<typeof changesSchema>;

export const webhookChanges = defineRules(changesSchema, (value) =>
  typeof value === 'object' && value !== null && Object.keys(value).length === 0
    ? [{ path: [], code: 'required', detail: 'At least one field is required.' }]
    : findContradiction(value),
);

/** A filter of questions would never be used with events of runs alone. */
export function findContradiction(value: unknown): Fault[] {
  const { events, filter } = (value ?? {}) as { events?: unknown; filter?: unknown };
  if (filter == null || !Array.isArray(events) || events.length === 0) return [];
  const isForRuns = (type: unknown) => (analysisEventTypes as readonly unknown[]).includes(type);
  if (!events.every(isForRuns)) return [];
  const detail = 'Cannot be combined with events of runs alone; it selects questions.';
  return [{ path: ['filter'], code: 'contradiction', detail }];
}

/** The scope that reading what the event shows requires. */
export function readScopeOf(type: string): Scope {
  return type.startsWith('analysis.') ? 'analysis:read' : 'questions:read';
}

/** Nobody can have events sent that they cannot read. */
export function listUnreadable(events: readonly EventType[], scopes: ReadonlySet<Scope>): Fault[] {
  return events.flatMap((type, index) => {
    const scope = readScopeOf(type);
    const detail = `You do not have the scope ${scope}.`;
    return scopes.has(scope) ? [] : [{ path: ['events', index], code: 'not_yours', detail }];
  });
}

/** No criteria are the same as none. */
export function toStoredFilter(filter: QuestionFilter | null | undefined): QuestionFilter | null {
  return filter && Object.keys(filter).length > 0 ? filter : null;
}
