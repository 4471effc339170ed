import type { ApiKeyWithAccount } from '../db/api-key-store.ts';
import type { Database } from '../db/database.ts';
import { type Caller, requireAccess } from '../domain/caller.ts';
import { findApiKey, scopesOfKey } from './api-keys.ts';
import { oauthError } from './oauth-error.ts';

/** The id and secret of an OAuth client are the id of an API key and the key. */
export interface ClientCredentials {
  readonly clientId?: string | undefined;
  readonly clientSecret?: string | undefined;
}

/** Whoever revokes or introspects a token. */
export interface TokenClient {
  readonly accountId: string;
  readonly isAdmin: boolean;
  /** The API key it authenticates with; null in a login session. */
  readonly keyId: string | null;
}

/** Identifies the client by its credentials in the request, or else by its bearer token. */
export async function identifyClient(
  { caller, database, clock }: { caller: Caller; database: Database; clock: () => Date },
  credentials: ClientCredentials,
): Promise<TokenClient> {
  if (hasCredentials(credentials)) {
    const key = await verifyClient(database, credentials, clock());
    const isAdmin = scopesOfKey(key).includes('admin');
    return { accountId: key.accountId, isAdmin, keyId: key.id };
  }
  requireAccess(caller, 'authenticated');
  const isAdmin = caller.scopes.has('admin');
  return { accountId: caller.accountId ?? '', isAdmin, keyId: caller.key?.id ?? null };
}

export function hasCredentials({ clientId, clientSecret }: ClientCredentials): boolean {
  return clientId !== undefined || clientSecret !== undefined;
}

export async function verifyClient(
  database: Database,
  { clientId, clientSecret }: ClientCredentials,
  now: Date,
): Promise<ApiKeyWithAccount> {
  const key = await findApiKey(database, clientSecret ?? '', now);
  if (key && key.id === clientId) return key;
  throw oauthError('invalid_client', 'No API key has this client_id and client_secret.');
}
