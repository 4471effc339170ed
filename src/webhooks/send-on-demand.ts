import { v7 as uuidv7 } from 'uuid';
import { noneOwned } from '../auth/own-account.ts';
import type { SecretBox } from '../auth/secret-box.ts';
import type { Database } from '../db/database.ts';
import type { Webhook } from '../db/generated/prisma/client.ts';
import type { Transaction } from '../db/transaction.ts';
import { type ClaimedDelivery, insertTest, sendAgain } from '../db/webhook-deliveries.ts';
import { lockOwnWebhook } from '../db/webhook-store.ts';
import { ServiceError } from '../domain/errors.ts';
import { isUuid } from '../domain/uuid.ts';
import { testEventType } from '../domain/webhook-input.ts';
import { createSender } from './sender.ts';
import type { WebhookSettings } from './webhook-settings.ts';

/** For the time that saving takes. */
const leaseMarginMs = 10_000;

/** Saves a test message for a webhook, enabled or not; `sendTest` sends it. */
export async function saveTest(
  transaction: Transaction,
  accountId: string,
  webhookId: string,
  now: Date,
  { timeoutMs }: WebhookSettings,
): Promise<ClaimedDelivery> {
  const webhook = await lockOwnWebhook(transaction, accountId, webhookId);
  if (!webhook) return noneOwned('webhook', webhookId);
  const id = uuidv7();
  const message = {
    id,
    webhookId: webhook.id,
    eventId: `test_${id}`,
    eventType: testEventType,
    payload: testPayload(webhook, `test_${id}`, now),
  };
  await insertTest(transaction, message, timeoutMs + leaseMarginMs);
  const { url, secret, previousSecret, previousSecretUntil } = webhook;
  const isValid = previousSecretUntil !== null && previousSecretUntil > now;
  const secrets = { secret, previousSecret: isValid ? previousSecret : null };
  return { ...message, ...secrets, url, attempt: 1, tried: 1, traceContext: null };
}

function testPayload({ id }: Webhook, eventId: string, now: Date): string {
  const timestamp = now.toISOString();
  const data = { id: eventId, type: testEventType, occurred_at: timestamp, webhook_id: id };
  return JSON.stringify({ type: testEventType, timestamp, data });
}

/** One attempt: who asks for a test waits for its outcome. */
export async function sendTest(
  database: Database,
  box: SecretBox,
  settings: WebhookSettings,
  message: ClaimedDelivery,
): Promise<void> {
  const send = createSender({ database, box, settings: { ...settings, retryDelaysMs: [] } });
  await send(message);
}

/** Makes a delivery due again, also one that was delivered. */
export async function retryDelivery(
  transaction: Transaction,
  accountId: string,
  webhookId: string,
  id: string,
): Promise<void> {
  const webhook = await lockOwnWebhook(transaction, accountId, webhookId);
  if (!webhook) return noneOwned('webhook', webhookId);
  const delivery = isUuid(id)
    ? await transaction.webhookDelivery.findFirst({ where: { id, webhookId: webhook.id } })
    : null;
  if (!delivery) return noneOwned('delivery', id);
  if (!webhook.enabled) {
    throw new ServiceError('CONFLICT', 'The webhook is disabled. Enable it first.');
  }
  await sendAgain(transaction, delivery.id);
}
