import { findRefreshToken } from '../db/refresh-token-store.ts';
import type { Transaction } from '../db/transaction.ts';
import type { AuthContext } from './auth.ts';
import { oauthError } from './oauth-error.ts';
import { hashToken, looksLikeApiKey } from './opaque-token.ts';

/** Revokes a token (RFC 7009) by ending its session or deleting its API key. */
export async function revokeToken(
  { auth, database, clock }: AuthContext,
  change: (work: (transaction: Transaction) => Promise<unknown>) => Promise<unknown>,
  token: string,
): Promise<void> {
  if (looksLikeApiKey(token)) {
    await change(({ apiKey }) => apiKey.deleteMany({ where: { hash: hashToken(token) } }));
    return;
  }
  const claims = await auth.readToken(token);
  if (claims?.client_id) {
    throw oauthError(
      'unsupported_token_type',
      'An access token of an API key cannot be revoked by itself. Revoke the key, or wait until the token expires.',
    );
  }
  const refreshToken = claims ? null : await findRefreshToken(database.prisma, hashToken(token));
  const id = claims?.sid ?? refreshToken?.sessionId;
  if (!id) return;
  await change(({ session }) =>
    session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: clock() } }),
  );
}
