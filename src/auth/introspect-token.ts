import { findRefreshToken } from '../db/refresh-token-store.ts';
import { ServiceError } from '../domain/errors.ts';
import { findApiKey, scopesOfKey } from './api-keys.ts';
import type { AuthContext } from './auth.ts';
import { hashToken, looksLikeApiKey } from './opaque-token.ts';
import type { TokenClient } from './token-client.ts';

/** The introspection response of RFC 7662. */
export interface Introspection {
  readonly active: boolean;
  readonly scope?: string;
  readonly clientId?: string | undefined;
  readonly username?: string;
  readonly tokenType?: string;
  readonly exp?: number | undefined;
  readonly iat?: number;
  readonly sub?: string;
  readonly aud?: string;
  readonly iss?: string;
  readonly jti?: string;
}

const inactive: Introspection = { active: false };

/** Describes a token to its own account or to an admin; for anyone else every token is inactive. */
export async function introspectToken(
  context: AuthContext,
  token: string,
  client: TokenClient,
): Promise<Introspection> {
  const found = await readAnyToken(context, token);
  const isVisible = client.isAdmin || found.sub === client.accountId;
  return found.active && isVisible ? found : inactive;
}

async function readAnyToken(context: AuthContext, token: string): Promise<Introspection> {
  if (looksLikeApiKey(token)) return readApiKey(context, token);
  const { auth, database } = context;
  const claims = await auth.readToken(token);
  if (!claims) return readRefreshToken(context, token);
  const caller = await auth.authenticator.fromClaims(claims).catch(unlessRevoked);
  if (!caller) return inactive;
  const { client_id: clientId, iat, exp, sub, aud, iss, jti } = claims;
  const account = await database.prisma.account.findFirst({ where: { id: sub } });
  const scope = [...caller.scopes].join(' ');
  const username = account?.email ?? '';
  const standard = { active: true, tokenType: 'Bearer', scope, username };
  return { ...standard, clientId, iat, exp, sub, aud, iss, jti };
}

async function readApiKey(
  { database, auth, clock }: AuthContext,
  token: string,
): Promise<Introspection> {
  const key = await findApiKey(database, token, clock());
  if (!key) return inactive;
  return {
    active: true,
    tokenType: 'Bearer',
    scope: scopesOfKey(key).join(' '),
    clientId: key.id,
    username: key.account.email,
    sub: key.accountId,
    iss: auth.issuer(),
    iat: toSeconds(key.createdAt),
    exp: key.expiresAt ? toSeconds(key.expiresAt) : undefined,
  };
}

async function readRefreshToken(
  { database, auth, clock }: AuthContext,
  token: string,
): Promise<Introspection> {
  const found = await findRefreshToken(database.prisma, hashToken(token));
  if (!found || found.usedAt || found.expiresAt <= clock()) return inactive;
  const { account, revokedAt } = found.session;
  const standing = auth.standingOf(account, found.session);
  if (revokedAt || account.disabledAt || !standing) return inactive;
  return {
    active: true,
    tokenType: 'refresh_token',
    scope: standing.scopes.join(' '),
    username: account.email,
    sub: account.id,
    iss: auth.issuer(),
    iat: toSeconds(found.createdAt),
    exp: toSeconds(found.expiresAt),
  };
}

/** A revoked token is inactive; any other error, such as a lost database, says nothing about the token. */
function unlessRevoked(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === 'UNAUTHENTICATED') return undefined;
  throw error;
}

function toSeconds(date: Date): number {
  return Math.floor(date.getTime() / 1000);
}
