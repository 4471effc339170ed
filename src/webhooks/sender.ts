import type { SecretBox } from '../auth/secret-box.ts';
import type { Database } from '../db/database.ts';
import { currentCancellation } from '../db/statement-scope.ts';
import {
  type ClaimedDelivery,
  type NextStep,
  recordAttempt,
  releaseDelivery,
} from '../db/webhook-deliveries.ts';
import type { Span, Tracer } from '../domain/span.ts';
import { traceHeaders, unpackTrace } from '../domain/trace-context.ts';
import { type Outcome, postMessage } from './post-message.ts';
import { planNextStep, toRecord } from './retry-schedule.ts';
import { signatureHeaders } from './signature.ts';
import type { WebhookSettings } from './webhook-settings.ts';

export interface SenderOptions {
  readonly database: Database;
  readonly box: SecretBox;
  readonly settings: WebhookSettings;
  readonly tracer?: Tracer | undefined;
}

/** Attempts claimed deliveries, and records what came of it. */
export type Sender = (
  delivery: ClaimedDelivery,
  signal?: AbortSignal,
) => Promise<NextStep | undefined>;

const userAgent = 'Quaestor-Webhooks/1';

/** Returns what follows from the attempt; undefined if it was given back, or another worker's by then. */
export function createSender({ database, box, settings, tracer }: SenderOptions): Sender {
  const { allowPrivate, timeoutMs, retryDelaysMs } = settings;
  return async (delivery, signal) => {
    const startedAt = new Date();
    const start = performance.now();
    const parent = unpackTrace(delivery.traceContext) ?? currentCancellation()?.trace;
    const span = tracer?.start('POST', 'client', { parent, attributes: describe(delivery) });
    const trace = span?.context ?? parent;
    const outcome = await postMessage(
      delivery.url,
      {
        'content-type': 'application/json',
        'user-agent': userAgent,
        ...(trace && traceHeaders(trace)),
        ...signatureHeaders(
          { id: delivery.eventId, sentAt: startedAt, body: delivery.payload },
          await decryptSecrets(box, delivery),
        ),
      },
      delivery.payload,
      { allowPrivate, timeoutMs, ...(signal && { signal }) },
    );
    endSpan(span, outcome);
    if (signal?.aborted && 'error' in outcome) {
      await releaseDelivery(database, delivery);
      return undefined;
    }
    const next = planNextStep(outcome, delivery.tried, retryDelaysMs, Math.random);
    const record = toRecord(outcome, startedAt, performance.now() - start);
    return (await recordAttempt(database, delivery, record, next)) ? next : undefined;
  };
}

/** The path and the query of an address may be its secret. */
function describe({ url, attempt, eventId, webhookId }: ClaimedDelivery) {
  const { hostname, port, protocol } = new URL(url);
  return {
    'http.request.method': 'POST',
    'server.address': hostname,
    'server.port': Number(port) || (protocol === 'https:' ? 443 : 80),
    'http.request.resend_count': attempt > 1 ? attempt - 1 : undefined,
    'messaging.message.id': eventId,
    'quaestor.webhook.id': webhookId,
  };
}

function endSpan(span: Span | undefined, outcome: Outcome): void {
  if ('error' in outcome) {
    span?.end(outcome.error.code);
    return;
  }
  const { status } = outcome;
  span?.add({ 'http.response.status_code': status });
  span?.end(status >= 400 ? String(status) : undefined);
}

function decryptSecrets(
  box: SecretBox,
  { secret, previousSecret }: Pick<ClaimedDelivery, 'secret' | 'previousSecret'>,
): Promise<string[]> {
  const stored = previousSecret === null ? [secret] : [secret, previousSecret];
  return Promise.all(stored.map((each) => box.decrypt(each)));
}
