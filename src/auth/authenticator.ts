import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { anonymous, type Caller, invalidToken } from '../domain/caller.ts';
import { commonScopes, type Scope, scopesOf } from '../domain/scopes.ts';
import { type AccessClaims, scopesIn } from './access-token.ts';
import { findApiKey, scopesOfKey } from './api-keys.ts';

/** Turns a verified credential into its caller. */
export interface Authenticator {
  readonly anonymous: Caller;
  fromClaims(claims: AccessClaims): Promise<Caller>;
  fromApiKey(key: string): Promise<Caller>;
}

export interface AuthenticatorOptions {
  readonly database: Database;
  readonly anonymousScopes: readonly Scope[];
  readonly clock: () => Date;
}

/** Milliseconds a node trusts what it read of a session, and so the longest a revoked one still works. */
const trustedFor = 2000;
const maxCachedSessions = 10_000;

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { database, anonymousScopes, clock } = options;
  const cache = new LRUCache<string, { scopes: readonly Scope[]; until: number }>({
    max: maxCachedSessions,
  });

  /** The scopes that the session or key behind a token has now; none when it is revoked. */
  const allowedBy = async ({ sub, sid, client_id }: AccessClaims): Promise<readonly Scope[]> => {
    const origin = sid ?? client_id ?? '';
    const name = `${sub} ${origin}`;
    const now = clock().getTime();
    const known = cache.get(name);
    if (known && known.until > now) return known.scopes;
    const scopes = sid
      ? await readSession(database, sid, sub)
      : await readKey(database, origin, sub, clock());
    cache.set(name, { scopes, until: now + trustedFor });
    return scopes;
  };

  return {
    anonymous: anonymous(anonymousScopes),
    async fromClaims(claims) {
      const allowed = await allowedBy(claims);
      if (allowed.length === 0) throw invalidToken('The token was revoked.');
      const { sub, sid, client_id, scope } = claims;
      return {
        id: client_id ? `key:${client_id}` : `account:${sub}`,
        accountId: sub,
        sessionId: sid ?? null,
        scopes: new Set(commonScopes(scopesIn(scope), allowed)),
      };
    },
    async fromApiKey(token) {
      const key = await findApiKey(database, token, clock());
      if (!key) throw invalidToken('Invalid API key.');
      return {
        id: `key:${key.id}`,
        accountId: key.accountId,
        sessionId: null,
        scopes: new Set(scopesOfKey(key)),
      };
    },
  };
}

async function readSession(
  { prisma }: Database,
  id: string,
  accountId: string,
): Promise<readonly Scope[]> {
  const session = await prisma.session.findFirst({
    where: { id, accountId, revokedAt: null, account: { disabledAt: null } },
    select: { account: { select: { role: true } } },
  });
  return session ? scopesOf(session.account.role) : [];
}

async function readKey(
  { prisma }: Database,
  id: string,
  accountId: string,
  now: Date,
): Promise<readonly Scope[]> {
  const key = await prisma.apiKey.findFirst({
    where: {
      id,
      accountId,
      account: { disabledAt: null },
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    select: { scopes: true, account: { select: { role: true } } },
  });
  return key ? scopesOfKey(key) : [];
}
