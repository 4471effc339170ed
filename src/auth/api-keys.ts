import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import { type Account, type ApiKey, Prisma } from '../db/generated/prisma/client.ts';
import type { Scope } from '../domain/scopes.ts';
import { hashToken, isSoundApiKey, makeApiKey } from './opaque-token.ts';

/** A key that may be used now, with what is to be known of its account. */
export interface UsableApiKey extends Omit<ApiKey, 'hash' | 'name'> {
  readonly account: Pick<Account, 'email' | 'role'>;
}

/** Last use is written down at most this often for one key: it is for people to look at. */
const useInterval = 60_000;

/**
 * The key and its account when it may be used now. Asked of the database each time, so revoking works
 * at once; in SQL of our own, since it stands in front of every request of a program.
 */
export async function findApiKey(
  database: Database,
  token: string,
  now: Date,
): Promise<UsableApiKey | undefined> {
  if (!isSoundApiKey(token)) return undefined;
  const [row] = await database.query<Omit<UsableApiKey, 'account'> & UsableApiKey['account']>(
    Prisma.sql`
      SELECT key.id, key.account_id AS "accountId", key.scopes, key.created_at AS "createdAt",
        key.expires_at AS "expiresAt", key.last_used_at AS "lastUsedAt", account.email, account.role
      FROM api_keys AS key JOIN accounts AS account ON account.id = key.account_id
      WHERE key.hash = ${hashToken(token)} AND account.disabled_at IS NULL`,
  );
  if (!row || (row.expiresAt && row.expiresAt <= now)) return undefined;
  const { email, role, ...key } = row;
  if (!key.lastUsedAt || now.getTime() - key.lastUsedAt.getTime() > useInterval) {
    await database.prisma.apiKey.updateMany({ where: { id: key.id }, data: { lastUsedAt: now } });
  }
  return { ...key, account: { email, role } };
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
