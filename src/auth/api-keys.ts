import { v7 as uuidv7 } from 'uuid';
import { lockAccount } from '../db/account-store.ts';
import { type ApiKeyWithAccount, findApiKeyByHash } from '../db/api-key-store.ts';
import type { Database } from '../db/database.ts';
import type { ApiKey } from '../db/generated/prisma/client.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Caller } from '../domain/caller.ts';
import { type Fault, ServiceError, validationError } from '../domain/errors.ts';
import { commonScopes, type Scope, scopesOf } from '../domain/scopes.ts';
import { isUuid } from '../domain/uuid.ts';
import { hashToken, isWellFormedApiKey, makeApiKey } from './opaque-token.ts';
import { noneOwned } from './own-account.ts';

export const maxKeys = 50;

/** The last use of a key is recorded at most this often: it is informational. */
const useIntervalMs = 60_000;

/** The key and its account if it is valid now. Read from the database each time, so revoking works at once. */
export async function findApiKey(
  database: Database,
  token: string,
  now: Date,
): Promise<ApiKeyWithAccount | undefined> {
  if (!isWellFormedApiKey(token)) return undefined;
  const key = await findApiKeyByHash(database, hashToken(token));
  if (!key || (key.expiresAt && key.expiresAt <= now)) return undefined;
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > useIntervalMs) {
    await database.prisma.apiKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: now } });
  }
  return key;
}

interface KeyScopes {
  readonly scopes: readonly string[];
  readonly account: { readonly role: string };
}

/** A key never allows more than the role of its account. */
export function scopesOfKey({ scopes, account }: KeyScopes): Scope[] {
  return commonScopes(scopes, scopesOf(account.role));
}

export interface NewApiKey {
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

/**
 * A caller cannot create a key that allows more than the caller may do, or that has already expired. A
 * key cannot create one that outlives it.
 */
export function assertKeyAllowed(
  { scopes, expiresAt }: Pick<NewApiKey, 'scopes' | 'expiresAt'>,
  caller: Caller,
  now: Date,
): void {
  const faults: Fault[] = scopes.flatMap((scope, index) => {
    const detail = `You do not have the scope ${scope}.`;
    return caller.scopes.has(scope) ? [] : [{ path: ['scopes', index], code: 'not_yours', detail }];
  });
  if (expiresAt && expiresAt <= now) {
    faults.push({ path: ['expiresAt'], code: 'out_of_range', detail: 'Must be in the future.' });
  }
  const limit = caller.key?.expiresAt;
  if (limit && (!expiresAt || expiresAt > limit)) {
    const detail = `Must be ${limit.toISOString()} or earlier, when the API key of this request expires.`;
    faults.push({ path: ['expiresAt'], code: 'out_of_range', detail });
  }
  if (faults.length > 0) throw validationError('BAD_USER_INPUT', faults);
}

/** Stores the hash of a new key and returns the key, which cannot be shown again. */
export async function createApiKey(
  transaction: Transaction,
  { accountId, name, scopes, expiresAt }: NewApiKey,
  now: Date,
): Promise<ApiKey & { key: string }> {
  // Locked, so that concurrent requests count each other's keys.
  await lockAccount(transaction, accountId);
  const count = await transaction.apiKey.count({ where: { accountId } });
  if (count >= maxKeys) {
    throw new ServiceError(
      'CONFLICT',
      `An account may have at most ${maxKeys} API keys. Delete one that is no longer used.`,
    );
  }
  const key = makeApiKey();
  const stored = await transaction.apiKey.create({
    data: {
      id: uuidv7(),
      accountId,
      name,
      scopes: [...new Set(scopes)],
      expiresAt,
      createdAt: now,
      hash: hashToken(key),
    },
  });
  return { ...stored, key };
}

export async function deleteOwnApiKey(
  { apiKey }: Transaction,
  { accountId }: Caller,
  id: string,
): Promise<void> {
  if (!isUuid(id)) noneOwned('API key', id);
  const { count } = await apiKey.deleteMany({ where: { id, accountId: accountId ?? '' } });
  if (count === 0) noneOwned('API key', id);
}
