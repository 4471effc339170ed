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
  readonly scopes: ReadonlySet<Scope>;
}

/** What a schema field requires of its caller: a scope, any account, or nothing. */
export type AccessRule = Scope | 'authenticated' | 'public';

export function anonymous(scopes: Iterable<Scope>): Caller {
  return { id: 'anonymous', accountId: null, sessionId: null, scopes: new Set(scopes) };
}

/** Throws 401 without a token, and 403 when its scopes do not suffice. */
export function requireAccess(caller: Caller, rule: AccessRule): void {
  if (rule === 'public') return;
  if (rule === 'authenticated' ? caller.accountId !== null : caller.scopes.has(rule)) return;
  if (caller.accountId === null) {
    const needed = rule === 'authenticated' ? '' : `, scope="${rule}"`;
    throw new ServiceError(
      'UNAUTHENTICATED',
      'Authentication required. Log in and send the access token as "Authorization: Bearer <token>".',
      {
        headers: { 'WWW-Authenticate': `Bearer realm="quaestor"${needed}` },
      },
    );
  }
  throw new ServiceError('FORBIDDEN', `Your token does not have the required scope ${rule}.`, {
    headers: {
      'WWW-Authenticate': `Bearer realm="quaestor", error="insufficient_scope", scope="${rule}"`,
    },
  });
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
