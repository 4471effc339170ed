import type { WebhookAttempt, WebhookDelivery } from '../db/generated/prisma/client.ts';
import { inSnakeCase } from '../domain/naming.ts';
import type { OwnWebhook } from '../webhooks/manage-webhooks.ts';

type Delivery = WebhookDelivery & { readonly attempts: readonly WebhookAttempt[] };

/** With the names of REST. */
export function toWebhookJson(webhook: OwnWebhook): object {
  const { id, url, events, filter, enabled, disabledReason, version, createdAt, updatedAt } =
    webhook;
  return {
    id,
    url,
    events,
    filter: filter && inSnakeCase(filter as object),
    enabled,
    disabled_reason: disabledReason,
    version,
    created_at: createdAt,
    updated_at: updatedAt,
    ...(webhook.newSecret && { secret: webhook.newSecret }),
  };
}

export function formatWebhook(webhook: OwnWebhook): string {
  const { id, url, events, filter, enabled, disabledReason, newSecret } = webhook;
  const reason = disabledReason ? `: ${disabledReason}` : '';
  const state = enabled ? '' : `  (disabled${reason})`;
  const lines = [`${id}  ${url}${state}`, `  events  ${events.join(', ')}`];
  if (filter) lines.push(`  filter  ${JSON.stringify(inSnakeCase(filter as object))}`);
  if (newSecret) lines.push(`  secret  ${newSecret}`);
  return lines.join('\n');
}

/** With the names of REST. */
export function toDeliveryJson(delivery: Delivery): object {
  const { id, webhookId, eventId, eventType, payload, status, attemptCount, attempts } = delivery;
  return {
    id,
    webhook_id: webhookId,
    event_id: eventId,
    type: eventType,
    payload: JSON.parse(payload),
    status,
    attempt_count: attemptCount,
    attempts: attempts.map((attempt) => ({
      number: attempt.number,
      started_at: attempt.startedAt,
      duration_ms: attempt.durationMs,
      status: attempt.status,
      error: attempt.errorCode && { code: attempt.errorCode, detail: attempt.errorDetail },
    })),
    next_attempt_at: status === 'PENDING' ? delivery.nextAttemptAt : null,
    created_at: delivery.createdAt,
    finished_at: delivery.finishedAt,
  };
}

export function formatDelivery({ id, eventType, eventId, status, attempts }: Delivery): string {
  const lines = attempts.map(
    ({ number, startedAt, durationMs, status: code, errorDetail }) =>
      `  ${number}  ${startedAt.toISOString()}  ${durationMs} ms  ${errorDetail ?? `Responded ${code}.`}`,
  );
  return [`${id}  ${status.padEnd(9)}  ${eventType}  ${eventId}`, ...lines].join('\n');
}
