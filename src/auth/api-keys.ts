import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import type { Account, ApiKey } from '../db/generated/prisma/client.ts';
import type { Scope } from '../domain/scopes.ts';
import { hashToken, isSoundApiKey, makeApiKey } from './opaque-token.ts';

export type ApiKeyWithAccount = ApiKey & { account: Account };

/** Last use is written down at most this often for one key: it is for people to look at. */
const useInterval = 60_000;

/** The key and its account when it may be used now. Asked of the database each time, so revoking works at once. */
export async function findApiKey(
  { prisma }: Database,
  token: string,
  now: Date,
): Promise<ApiKeyWithAccount | undefined> {
  if (!isSoundApiKey(token)) return undefined;
  const key = await prisma.apiKey.findUnique({
    where: { hash: hashToken(token) },
    include: { account: true },
  });
  if (!key || key.account.disabledAt || (key.expiresAt && key.expiresAt <= now)) return undefined;
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > useInterval) {
    await prisma.apiKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: now } });
  }
  return key;
}

export interface NewApiKey {
  readonly accountId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly expiresAt: Date | null;
}

/** Stores a new key's hash and returns the key itself, which can never be shown again. */
export async function createApiKey(
  prisma: Pick<Database['prisma'], 'apiKey'>,
  { accountId, name, scopes, expiresAt }: NewApiKey,
  now: Date,
): Promise<{ stored: ApiKey; key: string }> {
  const key = makeApiKey();
  const stored = await prisma.apiKey.create({
    data: {
      id: uuidv7(),
      accountId,
      name,
      scopes: [...scopes],
      expiresAt,
      createdAt: now,
      hash: hashToken(key),
    },
  });
  return { stored, key };
}
