import { findApiKey } from '../../auth/api-keys.ts';
import { oauthError } from '../../auth/oauth-error.ts';
import { hashToken, looksLikeApiKey } from '../../auth/opaque-token.ts';
import { ServiceError } from '../../domain/errors.ts';
import { commonScopes, scopesOf } from '../../domain/scopes.ts';
import type { Context } from '../context.ts';
import type { Introspection } from './caller-types.ts';

/** Ends what a token stands for: a session with all its tokens, or an API key. */
export async function revoke({ auth, database, clock }: Context, token: string): Promise<void> {
  const { prisma } = database;
  const revokedAt = clock();
  if (looksLikeApiKey(token)) {
    await prisma.apiKey.deleteMany({ where: { hash: hashToken(token) } });
    return;
  }
  const claims = await auth.readToken(token);
  if (claims?.client_id) {
    throw oauthError(
      'unsupported_token_type',
      'This token ends with its API key, or when it expires. Revoke the key.',
    );
  }
  const refresh = claims ? null : await findRefreshToken({ database }, token);
  const id = claims?.sid ?? refresh?.sessionId;
  if (id) await prisma.session.updateMany({ where: { id, revokedAt: null }, data: { revokedAt } });
}

const inactive: Introspection = { active: false };

/** What the asker may know of a token; of what is not theirs, only that it says nothing to them. */
export async function introspect(
  context: Context,
  token: string,
  asker: { accountId: string; isAdmin: boolean },
): Promise<Introspection> {
  const found = await readAnyToken(context, token);
  const isTheirs = asker.isAdmin || found.sub === asker.accountId;
  return found.active && isTheirs ? found : inactive;
}

async function readAnyToken(context: Context, token: string): Promise<Introspection> {
  if (looksLikeApiKey(token)) return readApiKey(context, token);
  const claims = await context.auth.readToken(token);
  if (!claims) return readRefreshToken(context, token);
  const caller = await context.auth.authenticator.fromClaims(claims).catch(unlessRevoked);
  if (!caller) return inactive;
  const { client_id: clientId, iat, exp, sub, aud, iss, jti } = claims;
  const username = await emailOf(context, sub);
  const scope = [...caller.scopes].join(' ');
  return {
    active: true,
    tokenType: 'Bearer',
    scope,
    clientId,
    username,
    iat,
    exp,
    sub,
    aud,
    iss,
    jti,
  };
}

async function readApiKey(
  { database, auth, clock }: Context,
  token: string,
): Promise<Introspection> {
  const key = await findApiKey(database, token, clock());
  if (!key) return inactive;
  return {
    active: true,
    tokenType: 'Bearer',
    scope: commonScopes(key.scopes, scopesOf(key.account.role)).join(' '),
    clientId: key.id,
    username: key.account.email,
    sub: key.accountId,
    iss: auth.issuer(),
    iat: seconds(key.createdAt),
    exp: key.expiresAt ? seconds(key.expiresAt) : undefined,
  };
}

async function readRefreshToken(context: Context, token: string): Promise<Introspection> {
  const found = await findRefreshToken(context, token);
  if (!found || found.usedAt || found.expiresAt <= context.clock()) return inactive;
  const { account, revokedAt } = found.session;
  if (revokedAt || account.disabledAt) return inactive;
  return {
    active: true,
    tokenType: 'refresh_token',
    scope: scopesOf(account.role).join(' '),
    username: account.email,
    sub: account.id,
    iss: context.auth.issuer(),
    iat: seconds(found.createdAt),
    exp: seconds(found.expiresAt),
  };
}

function findRefreshToken({ database }: Pick<Context, 'database'>, token: string) {
  return database.prisma.refreshToken.findUnique({
    where: { hash: hashToken(token) },
    include: { session: { include: { account: true } } },
  });
}

async function emailOf({ database }: Context, id: string): Promise<string> {
  const account = await database.prisma.account.findUnique({
    where: { id },
    select: { email: true },
  });
  return account?.email ?? '';
}

/** A token that is no good is inactive; a database that is away says nothing about it. */
function unlessRevoked(error: unknown): undefined {
  if (error instanceof ServiceError && error.code === 'UNAUTHENTICATED') return undefined;
  throw error;
}

function seconds(moment: Date): number {
  return Math.floor(moment.getTime() / 1000);
}
