import { findRefreshToken } from '../db/refresh-token-store.ts';
import type { AuthContext } from './auth.ts';
import { oauthError } from './oauth-error.ts';
import { hashToken, looksLikeApiKey } from './opaque-token.ts';

/** Revokes a token (RFC 7009) by ending its session or deleting its API key. */
export async function revokeToken(
  { auth, database, clock }: AuthContext,
  token: string,
): Promise<void> {
  const { prisma } = database;
  if (looksLikeApiKey(token)) {
    await prisma.apiKey.deleteMany({ where: { hash: hashToken(token) } });
    return;
  }
  const claims = await auth.readToken(token);
  if (claims?.client_id) {
    throw oauthError(
      'unsupported_token_type',
      'An access token of an API key cannot be revoked by itself. Revoke the key, or wait until the token expires.',
    );
  }
  const refreshToken = claims ? null : await findRefreshToken(prisma, hashToken(token));
  const id = claims?.sid ?? refreshToken?.sessionId;
  if (!id) return;
  await prisma.session.updateMany({
    where: { id, revokedAt: null },
    data: { revokedAt: clock() },
  });
}
