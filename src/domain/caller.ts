import { ServiceError } from './errors.ts';
import type { Scope } from './scopes.ts';

/** The sender of a request, with the scopes it has. */
export interface Caller {
  /** How history and logs identify the caller: `anonymous`, `account:<id>` or `key:<id>`. */
  readonly id: string;
  /** The account behind the caller; null without one. */
  readonly accountId: string | null;
  /** The login session of the request; null for API keys and anonymous callers. */
  readonly sessionId: string | null;
  /** The API key of the request, or of its access token; null for sessions and anonymous callers. */
  readonly key: CallerKey | null;
  /** The account's own quota, in points a minute; null for the default. */
  readonly quota: number | null;
  readonly scopes: ReadonlySet<Scope>;
}

export interface CallerKey {
  readonly id: string;
  readonly expiresAt: Date | null;
}

/**
 * What a schema field requires of its caller: a scope, any account, a login (or a key with the scope
 * admin, since any other key would gain what it was not given), or nothing.
 */
export type AccessRule = Scope | 'authenticated' | 'login' | 'public';

export function anonymous(scopes: Iterable<Scope>): Caller {
  return {
    id: 'anonymous',
    accountId: null,
    sessionId: null,
    key: null,
    quota: null,
    scopes: new Set(scopes),
  };
}

/** Throws 401 without a token, and 403 when its scopes do not suffice. */
export function requireAccess(caller: Caller, rule: AccessRule): void {
  if (isAllowed(caller, rule)) return;
  const scope = rule === 'login' ? 'admin' : rule;
  if (caller.accountId === null) {
    const needed = rule === 'authenticated' || rule === 'login' ? '' : `, scope="${scope}"`;
    throw new ServiceError(
      'UNAUTHENTICATED',
      'Authentication required. Log in and send the access token as "Authorization: Bearer <token>".',
      {
        headers: { 'WWW-Authenticate': `Bearer realm="quaestor"${needed}` },
      },
    );
  }
  const message =
    rule === 'login'
      ? 'API keys cannot manage keys, sessions and passwords, unless they have the scope admin. Log in instead.'
      : `Your token does not have the required scope ${rule}.`;
  throw new ServiceError('FORBIDDEN', message, {
    headers: {
      'WWW-Authenticate': `Bearer realm="quaestor", error="insufficient_scope", scope="${scope}"`,
    },
  });
}

export function isAllowed({ accountId, sessionId, scopes }: Caller, rule: AccessRule): boolean {
  switch (rule) {
    case 'public':
      return true;
    case 'authenticated':
      return accountId !== null;
    case 'login':
      return accountId !== null && (sessionId !== null || scopes.has('admin'));
    default:
      return scopes.has(rule);
  }
}

/** The error for an invalid credential; never reveals more about it than its holder may know. */
export function invalidToken(reason = 'Invalid token.'): ServiceError {
  return new ServiceError(
    'UNAUTHENTICATED',
    `${reason} Log in again, or use another token or API key.`,
    {
      headers: { 'WWW-Authenticate': 'Bearer realm="quaestor", error="invalid_token"' },
    },
  );
}
