import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { atMost } from '../domain/cache-bound.ts';
import { anonymous, type Caller, invalidToken } from '../domain/caller.ts';
import { commonScopes, type Scope } from '../domain/scopes.ts';
import { type AccessClaims, scopesIn } from './access-token.ts';
import { findApiKey, scopesOfKey } from './api-keys.ts';
import type { Standing, StandingOf } from './session-standing.ts';
import type { TokenVerifier } from './token-verifier.ts';

/** Turns a verified credential into its caller. */
export interface Authenticator {
  readonly anonymous: Caller;
  /** The caller of an access token, if everything about it is known. */
  recall(token: string): Caller | undefined;
  fromClaims(claims: AccessClaims): Promise<Caller>;
  fromApiKey(key: string): Promise<Caller>;
}

export interface AuthenticatorOptions {
  readonly database: Database;
  readonly anonymousScopes: readonly Scope[];
  readonly clock: () => Date;
  readonly standingOf: StandingOf;
  readonly recall: TokenVerifier['recall'];
}

/** Milliseconds a node trusts what it read of a session, and so the longest a revoked one still works. */
const trustedFor = 2000;
const maxCachedSessions = 10_000;

export function createAuthenticator(options: AuthenticatorOptions): Authenticator {
  const { database, anonymousScopes, clock, standingOf } = options;
  const cache = new LRUCache<string, { grant: Grant | undefined; until: number }>(
    atMost(maxCachedSessions),
  );

  /** Claims are the same object for as long as their token is remembered. */
  const callers = new WeakMap<AccessClaims, { grant: Grant; caller: Caller }>();

  /** By token, for as long as nothing about it has to be checked again; times are milliseconds. */
  const recalled = new LRUCache<string, { caller: Caller; from: number; until: number }>(
    atMost(maxCachedSessions),
  );

  const findGrant = (claims: AccessClaims) => {
    const known = cache.get(nameOf(claims));
    return known && known.until > clock().getTime() ? known : undefined;
  };

  /** Reads in progress: the requests of a caller find at the same time that there is something to read. */
  const reading = new Map<string, { grant: Promise<Grant | undefined>; until: number }>();

  const readGrantOnce = (claims: AccessClaims): Promise<Grant | undefined> => {
    const name = nameOf(claims);
    const now = clock().getTime();
    const known = reading.get(name);
    if (known && known.until > now) return known.grant;
    const grant = readGrant(claims).finally(() => {
      if (reading.get(name)?.grant === grant) reading.delete(name);
    });
    reading.set(name, { grant, until: now + trustedFor });
    return grant;
  };

  /** What the session or key behind a token allows now; undefined when it is revoked. */
  const readGrant = async (claims: AccessClaims): Promise<Grant | undefined> => {
    const { sub, sid, client_id } = claims;
    const origin = sid ?? client_id ?? '';
    const now = clock().getTime();
    const grant = sid
      ? await readSession(database, sid, sub, standingOf)
      : await readKey(database, origin, sub, clock());
    // Who sets up a second factor goes on at once.
    const until = grant?.needsSecondFactor ? now : now + trustedFor;
    cache.set(nameOf(claims), { grant, until });
    return grant;
  };

  return {
    anonymous: anonymous(anonymousScopes),
    recall(token) {
      const now = clock().getTime();
      const recent = recalled.get(token);
      if (recent && recent.from <= now && now < recent.until) return recent.caller;
      const claims = options.recall(token);
      const known = claims && callers.get(claims);
      const found = known && findGrant(claims);
      if (!found || found.grant !== known.grant) return undefined;
      const until = Math.min(found.until, claims.exp * 1000);
      recalled.set(token, { caller: known.caller, from: now, until });
      return known.caller;
    },
    async fromClaims(claims) {
      const known = findGrant(claims);
      const grant = known ? known.grant : await readGrantOnce(claims);
      if (!grant || (grant.scopes.length === 0 && !grant.needsSecondFactor))
        throw invalidToken('The token was revoked.');
      const caller = callers.get(claims);
      if (caller?.grant === grant) return caller.caller;
      const made = callerOf(claims, grant);
      callers.set(claims, { grant, caller: made });
      return made;
    },
    async fromApiKey(token) {
      const key = await findApiKey(database, token, clock());
      if (!key) throw invalidToken('Invalid API key.');
      return {
        id: `key:${key.id}`,
        accountId: key.accountId,
        sessionId: null,
        key: { id: key.id, expiresAt: key.expiresAt },
        quota: key.account.quota,
        scopes: new Set(scopesOfKey(key)),
        needsSecondFactor: false,
      };
    },
  };
}

function nameOf({ sub, sid, client_id }: AccessClaims): string {
  return `${sub} ${sid ?? client_id ?? ''}`;
}

function callerOf({ sub, sid, client_id, scope }: AccessClaims, grant: Grant): Caller {
  return {
    id: client_id ? `key:${client_id}` : `account:${sub}`,
    accountId: sub,
    sessionId: sid ?? null,
    key: client_id ? { id: client_id, expiresAt: grant.expiresAt } : null,
    quota: grant.quota,
    scopes: new Set(commonScopes(scopesIn(scope), grant.scopes)),
    needsSecondFactor: grant.needsSecondFactor,
  };
}

/** What a session or an API key allows; the expiry is that of a key. */
interface Grant extends Standing {
  readonly quota: number | null;
  readonly expiresAt: Date | null;
}

async function readSession(
  { prisma }: Database,
  id: string,
  accountId: string,
  standingOf: StandingOf,
): Promise<Grant | undefined> {
  const session = await prisma.session.findFirst({
    where: { id, accountId, revokedAt: null, account: { disabledAt: null } },
    select: {
      secondFactor: true,
      account: { select: { role: true, quota: true, secondFactorAt: true } },
    },
  });
  if (!session) return undefined;
  const standing = standingOf(session.account, session);
  return standing && { ...standing, quota: session.account.quota, expiresAt: null };
}

async function readKey(
  { prisma }: Database,
  id: string,
  accountId: string,
  now: Date,
): Promise<Grant | undefined> {
  const key = await prisma.apiKey.findFirst({
    where: {
      id,
      accountId,
      account: { disabledAt: null },
      OR: [{ expiresAt: null }, { expiresAt: { gt: now } }],
    },
    select: { scopes: true, expiresAt: true, account: { select: { role: true, quota: true } } },
  });
  if (!key) return undefined;
  const { expiresAt, account } = key;
  // Keys are for programs, which have no second factor.
  const standing = { scopes: scopesOfKey(key), needsSecondFactor: false };
  return { ...standing, quota: account.quota, expiresAt };
}
