import { findRefreshToken } from '../db/refresh-token-store.ts';
import type { Transaction } from '../db/transaction.ts';
import type { AuthContext } from './auth.ts';
import { oauthError } from './oauth-error.ts';
import { hashToken, looksLikeApiKey } from './opaque-token.ts';
import type { TokenClient } from './token-client.ts';

type RunChange = (work: (transaction: Transaction) => Promise<unknown>) => Promise<unknown>;

/** What a token belongs to: an account, and an API key or a session of it. */
interface TokenOwner {
  readonly accountId: string;
  readonly keyId?: string;
  readonly sessionId?: string;
}

/**
 * Revokes a token (RFC 7009) by ending its session or deleting its API key. A client that does not
 * authenticate shows that the token is its own by having it; any other may revoke only its own.
 */
export async function revokeToken(
  context: AuthContext,
  change: RunChange,
  token: string,
  client: TokenClient | undefined,
): Promise<void> {
  const owner = await findOwner(context, token);
  if (!owner) return;
  if (client && !isOwnToken(owner, client)) {
    throw oauthError('invalid_grant', 'The token was issued to another client.');
  }
  const { keyId, sessionId } = owner;
  if (keyId !== undefined && !looksLikeApiKey(token)) {
    throw oauthError(
      'unsupported_token_type',
      'An access token of an API key cannot be revoked by itself. Revoke the key, or wait until the token expires.',
    );
  }
  await change(({ apiKey, session }) =>
    keyId === undefined
      ? session.updateMany({
          where: { id: sessionId ?? '', revokedAt: null },
          data: { revokedAt: context.clock() },
        })
      : apiKey.deleteMany({ where: { id: keyId } }),
  );
}

async function findOwner(
  { auth, database }: AuthContext,
  token: string,
): Promise<TokenOwner | undefined> {
  const { prisma } = database;
  const hash = hashToken(token);
  if (looksLikeApiKey(token)) {
    const key = await prisma.apiKey.findFirst({ where: { hash } });
    return key ? { accountId: key.accountId, keyId: key.id } : undefined;
  }
  const claims = await auth.readToken(token);
  if (claims?.client_id) return { accountId: claims.sub, keyId: claims.client_id };
  if (claims?.sid) return { accountId: claims.sub, sessionId: claims.sid };
  const refreshToken = await findRefreshToken(prisma, hash);
  if (!refreshToken) return undefined;
  const { sessionId, session } = refreshToken;
  return { accountId: session.accountId, sessionId };
}

/** Whoever may manage the keys and sessions of the account may revoke them; another key, only itself. */
function isOwnToken(owner: TokenOwner, { accountId, keyId, isAdmin }: TokenClient): boolean {
  if (owner.accountId !== accountId) return false;
  return keyId === null || isAdmin || owner.keyId === keyId;
}
