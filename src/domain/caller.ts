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
  /** The account must have a second factor and has none: the session can only set one up. */
  readonly needsSecondFactor: boolean;
}

export interface CallerKey {
  readonly id: string;
  readonly expiresAt: Date | null;
}

/**
 * What a schema field requires of its caller: a scope, any account, a login (or a key with the scope
 * admin, since any other key would gain what it was not given), the same for a login that has yet to set
 * up its second factor, or nothing.
 */
export type AccessRule = Scope | 'authenticated' | 'login' | 'setup' | 'public';

/** Whether the rule is a scope. */
export function isScopeRule(rule: AccessRule): rule is Scope {
  return rule !== 'authenticated' && rule !== 'login' && rule !== 'setup' && rule !== 'public';
}

export function anonymous(scopes: Iterable<Scope>): Caller {
  return {
    id: 'anonymous',
    accountId: null,
    sessionId: null,
    key: null,
    quota: null,
    scopes: new Set(scopes),
    needsSecondFactor: false,
  };
}

/** Throws 401 without a token, and 403 when its scopes do not suffice. */
export function requireAccess(caller: Caller, rule: AccessRule): void {
  if (isAllowed(caller, rule)) return;
  const scope = isScopeRule(rule) ? rule : 'admin';
  if (caller.accountId === null) {
    const needed = isScopeRule(rule) ? `, scope="${scope}"` : '';
    throw new ServiceError(
      'UNAUTHENTICATED',
      'Authentication required. Log in and send the access token as "Authorization: Bearer <token>".',
      {
        headers: { 'WWW-Authenticate': `Bearer realm="quaestor"${needed}` },
      },
    );
  }
  if (caller.needsSecondFactor) throw secondFactorMissing();
  const message =
    rule === 'login' || rule === 'setup'
      ? 'API keys cannot manage keys, sessions and passwords, unless they have the scope admin. Log in instead.'
      : `Your token does not have the required scope ${rule}.`;
  throw new ServiceError('FORBIDDEN', message, {
    headers: {
      'WWW-Authenticate': `Bearer realm="quaestor", error="insufficient_scope", scope="${scope}"`,
    },
  });
}

export function isAllowed(caller: Caller, rule: AccessRule): boolean {
  const { accountId, sessionId, scopes, needsSecondFactor } = caller;
  const isLogin = accountId !== null && (sessionId !== null || scopes.has('admin'));
  switch (rule) {
    case 'public':
      return true;
    case 'authenticated':
      return accountId !== null;
    case 'login':
      return isLogin && !needsSecondFactor;
    case 'setup':
      return isLogin;
    default:
      return scopes.has(rule);
  }
}

function secondFactorMissing(): ServiceError {
  return new ServiceError(
    'FORBIDDEN',
    'This account must have a second factor. Set one up with POST /auth/second-factor and POST /auth/second-factor/confirm (startSecondFactor, confirmSecondFactor), then refresh the token.',
    {
      headers: { 'WWW-Authenticate': 'Bearer realm="quaestor", error="insufficient_scope"' },
    },
  );
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
