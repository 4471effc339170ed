import { ServiceError } from '../domain/errors.ts';
import type { QuestionFilter } from '../domain/question-criteria.ts';
import { isUuid } from '../domain/uuid.ts';
import type { Database } from './database.ts';
import { Prisma, type Webhook } from './generated/prisma/client.ts';
import type { IfVersion } from './question-changes.ts';
import type { Transaction } from './transaction.ts';

/** What the owner decides. */
export interface WebhookContent {
  readonly url: string;
  readonly events: readonly string[];
  readonly filter: QuestionFilter | null;
  readonly enabled: boolean;
}

export interface NewWebhookRow extends WebhookContent {
  readonly id: string;
  readonly accountId: string;
  readonly secret: string;
  readonly startPosition: string;
}

export async function insertWebhook(
  { webhook }: Transaction,
  { filter, events, startPosition, ...row }: NewWebhookRow,
  now: Date,
): Promise<Webhook> {
  return webhook.create({
    data: {
      ...row,
      events: [...events],
      filter: toColumn(filter),
      startPosition: BigInt(startPosition),
      createdAt: now,
      updatedAt: now,
    },
  });
}

/** The account's webhook with this id. */
export async function findOwnWebhook(
  { prisma }: Database,
  accountId: string,
  id: string,
): Promise<Webhook | null> {
  return isUuid(id) ? prisma.webhook.findFirst({ where: { id, accountId } }) : null;
}

/** The same, locked against other changes until the transaction ends. */
export async function lockOwnWebhook(
  transaction: Transaction,
  accountId: string,
  id: string,
  ifVersion?: IfVersion,
): Promise<Webhook | null> {
  if (!isUuid(id)) return null;
  await transaction.$queryRaw`
    SELECT 1 FROM webhooks WHERE id = ${id}::uuid AND account_id = ${accountId}::uuid FOR UPDATE`;
  const webhook = await transaction.webhook.findFirst({ where: { id, accountId } });
  if (webhook && ifVersion && !ifVersion.includes(webhook.version)) {
    throw new ServiceError(
      'PRECONDITION_FAILED',
      `The webhook is at version ${webhook.version} now. Read it again and retry with that version.`,
    );
  }
  return webhook;
}

/** Writes the fields that are given, as the next version. */
export async function updateWebhook(
  { webhook }: Transaction,
  { id, version }: Pick<Webhook, 'id' | 'version'>,
  { filter, events, startPosition, ...changes }: WebhookColumns,
  now: Date,
): Promise<Webhook> {
  return webhook.update({
    where: { id },
    data: {
      ...changes,
      ...(events && { events: [...events] }),
      ...(startPosition && { startPosition: BigInt(startPosition) }),
      ...(filter !== undefined && { filter: toColumn(filter) }),
      version: version + 1,
      updatedAt: now,
    },
  });
}

interface WebhookColumns extends Partial<WebhookContent> {
  readonly secret?: string;
  readonly previousSecret?: string | null;
  readonly previousSecretUntil?: Date | null;
  readonly disabledReason?: string | null;
  readonly startPosition?: string;
}

function toColumn(filter: QuestionFilter | null) {
  return filter === null ? Prisma.DbNull : (filter as Prisma.InputJsonObject);
}
