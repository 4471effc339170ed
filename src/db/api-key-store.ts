import type { Database } from './database.ts';
import { type Account, type ApiKey, Prisma } from './generated/prisma/client.ts';

/** An API key with the parts of its account that authentication needs. */
export interface ApiKeyWithAccount extends Omit<ApiKey, 'hash' | 'name'> {
  readonly account: Pick<Account, 'email' | 'role' | 'quota'>;
}

/**
 * The key with this hash, unless its account is disabled. Plain SQL, because it runs before every
 * request that authenticates with a key.
 */
export async function findApiKeyByHash(
  database: Database,
  hash: string,
): Promise<ApiKeyWithAccount | undefined> {
  const [row] = await database.query<
    Omit<ApiKeyWithAccount, 'account'> & ApiKeyWithAccount['account']
  >(Prisma.sql`
    SELECT key.id, key.account_id AS "accountId", key.scopes, key.created_at AS "createdAt",
      key.expires_at AS "expiresAt", key.last_used_at AS "lastUsedAt", account.email, account.role,
      account.quota
    FROM api_keys AS key JOIN accounts AS account ON account.id = key.account_id
    WHERE key.hash = ${hash} AND account.disabled_at IS NULL`);
  if (!row) return undefined;
  const { email, role, quota, ...key } = row;
  return { ...key, account: { email, role, quota } };
}

/** The id of the account's key of this name that has exactly these scopes and never expires. */
export async function findLastingKey(
  database: Database,
  { accountId, name, scopes }: Pick<ApiKey, 'accountId' | 'name' | 'scopes'>,
): Promise<string | undefined> {
  const [key] = await database.query<{ id: string }>(Prisma.sql`
    SELECT id FROM api_keys WHERE account_id = ${accountId}::uuid AND name = ${name}
      AND expires_at IS NULL AND scopes = ${scopes}::text[] LIMIT 1`);
  return key?.id;
}
