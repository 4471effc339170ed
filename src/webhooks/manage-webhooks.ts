import { isDeepStrictEqual } from 'node:util';
import { v7 as uuidv7 } from 'uuid';
import { noneOwned } from '../auth/own-account.ts';
import type { SecretBox } from '../auth/secret-box.ts';
import { lockAccount } from '../db/account-store.ts';
import type { Webhook } from '../db/generated/prisma/client.ts';
import type { IfVersion } from '../db/question-changes.ts';
import type { Transaction } from '../db/transaction.ts';
import {
  insertWebhook,
  lockOwnWebhook,
  updateWebhook,
  type WebhookContent,
} from '../db/webhook-store.ts';
import { type Fault, ServiceError, validationError } from '../domain/errors.ts';
import type { EventType } from '../domain/event-types.ts';
import type { QuestionFilter } from '../domain/question-criteria.ts';
import type { Scope } from '../domain/scopes.ts';
import {
  findContradiction,
  listUnreadable,
  type NewWebhook,
  toStoredFilter,
  type WebhookChanges,
} from '../domain/webhook-input.ts';
import { findAddressFault } from './receiver-address.ts';
import { makeSecret } from './signature.ts';

export const maxWebhooks = 100;

/** After a rotation, messages are signed with the old secret too for this long. */
export const secretOverlapMs = 24 * 60 * 60 * 1000;

/** A webhook as its owner sees it; the secret only when it is new. */
export type OwnWebhook = Webhook & { readonly newSecret?: string };

/** On whose behalf webhooks are managed, and by which rules. */
export interface WebhookOwner {
  readonly accountId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** Also http, and addresses that are not on the public internet. */
  readonly allowPrivate: boolean;
  readonly box: SecretBox;
  readonly now: Date;
}

export async function createWebhook(
  transaction: Transaction,
  input: NewWebhook,
  startPosition: string,
  owner: WebhookOwner,
): Promise<OwnWebhook> {
  const { accountId, box, now } = owner;
  assertAllowed(input, owner);
  // Locked, so that concurrent requests count each other's webhooks.
  await lockAccount(transaction, accountId);
  const count = await transaction.webhook.count({ where: { accountId } });
  if (count >= maxWebhooks) {
    throw new ServiceError(
      'CONFLICT',
      `An account may have at most ${maxWebhooks} webhooks. Delete one that is no longer used.`,
    );
  }
  const newSecret = makeSecret();
  const row = {
    ...toContent(input),
    id: uuidv7(),
    accountId,
    startPosition,
    secret: await box.encrypt(newSecret),
  };
  return { ...(await insertWebhook(transaction, row, now)), newSecret };
}

export interface ChangeOptions {
  readonly ifVersion?: IfVersion;
  /** Where a webhook that is enabled again begins. */
  readonly startPosition?: string | undefined;
}

/** A change that changes nothing keeps the version. */
export async function changeWebhook(
  transaction: Transaction,
  id: string,
  changes: WebhookChanges,
  { ifVersion, startPosition }: ChangeOptions,
  owner: WebhookOwner,
): Promise<OwnWebhook> {
  const current = await lockOwn(transaction, id, owner, ifVersion);
  const before = contentOf(current);
  const after = toContent({
    url: changes.url ?? before.url,
    events: changes.events ?? before.events,
    filter: changes.filter === undefined ? before.filter : changes.filter,
    enabled: changes.enabled ?? before.enabled,
  });
  assertAllowed({ ...after, ...(changes.url === undefined && { url: undefined }) }, owner);
  if (isDeepStrictEqual(before, after)) return current;
  return updateWebhook(
    transaction,
    current,
    {
      ...after,
      ...(after.enabled && { disabledReason: null }),
      ...(after.enabled && !before.enabled && startPosition && { startPosition }),
    },
    owner.now,
  );
}

/** A new secret; the one it replaces stays valid for a while. */
export async function rotateSecret(
  transaction: Transaction,
  id: string,
  owner: WebhookOwner,
): Promise<OwnWebhook> {
  const current = await lockOwn(transaction, id, owner);
  const newSecret = makeSecret();
  const secrets = {
    secret: await owner.box.encrypt(newSecret),
    previousSecret: current.secret,
    previousSecretUntil: new Date(owner.now.getTime() + secretOverlapMs),
  };
  return { ...(await updateWebhook(transaction, current, secrets, owner.now)), newSecret };
}

export async function deleteWebhook(
  transaction: Transaction,
  id: string,
  ifVersion: IfVersion,
  owner: Pick<WebhookOwner, 'accountId'>,
): Promise<void> {
  const { id: found } = await lockOwn(transaction, id, owner, ifVersion);
  await transaction.webhook.delete({ where: { id: found } });
}

async function lockOwn(
  transaction: Transaction,
  id: string,
  { accountId }: Pick<WebhookOwner, 'accountId'>,
  ifVersion?: IfVersion,
): Promise<Webhook> {
  return (await lockOwnWebhook(transaction, accountId, id, ifVersion)) ?? noneOwned('webhook', id);
}

/** What the rules of the input cannot know: settings, the caller, and what is not changed. */
function assertAllowed(
  given: { url?: string | undefined; events: readonly EventType[]; filter?: unknown },
  { scopes, allowPrivate }: WebhookOwner,
): void {
  const address =
    given.url === undefined ? undefined : findAddressFault(new URL(given.url), allowPrivate);
  const faults: Fault[] = [
    ...(address ? [{ path: ['url'], ...address }] : []),
    ...listUnreadable(given.events, scopes),
    ...findContradiction(given),
  ];
  if (faults.length > 0) throw validationError('BAD_USER_INPUT', faults);
}

function toContent({
  url,
  events,
  filter,
  enabled,
}: NewWebhook): WebhookContent & { events: EventType[] } {
  return {
    url: new URL(url).href,
    events: [...new Set(events)],
    filter: toStoredFilter(filter),
    enabled,
  };
}

/** Stored events and filters have passed the rules of the input. */
export function contentOf({ url, events, filter, enabled }: Webhook) {
  return {
    url,
    events: events as EventType[],
    filter: filter as QuestionFilter | null,
    enabled,
  };
}
