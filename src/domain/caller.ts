import { ServiceError } from './errors.ts';
import type { Scope } from './scopes.ts';

/** Who sent a request, and what they may do. */
export interface Caller {
  /** How history and logs name the caller: `anonymous`, `account:<id>` or `key:<id>`. */
  readonly id: string;
  /** The account behind the caller; null without one. */
  readonly accountId: string | null;
  /** The login this request belongs to; null for API keys and the anonymous. */
  readonly sessionId: string | null;
  readonly scopes: ReadonlySet<Scope>;
}

/** What a field of the schema asks of its caller: a scope, any account at all, or nothing. */
export type AccessRule = Scope | 'authenticated' | 'public';

export function anonymous(scopes: Iterable<Scope>): Caller {
  return { id: 'anonymous', accountId: null, sessionId: null, scopes: new Set(scopes) };
}

/** Throws when the caller may not: 401 where a token is missing, 403 where it is too small. */
export function requireAccess(caller: Caller, rule: AccessRule): void {
  if (rule === 'public') return;
  if (rule === 'authenticated' ? caller.accountId !== null : caller.scopes.has(rule)) return;
  if (caller.accountId === null) {
    const needed = rule === 'authenticated' ? '' : `, scope="${rule}"`;
    throw new ServiceError(
      'UNAUTHENTICATED',
      'This needs a token. Log in and send it as Authorization: Bearer.',
      {
        headers: { 'WWW-Authenticate': `Bearer realm="quaestor"${needed}` },
      },
    );
  }
  throw new ServiceError('FORBIDDEN', `Your token lacks the scope ${rule}.`, {
    headers: {
      'WWW-Authenticate': `Bearer realm="quaestor", error="insufficient_scope", scope="${rule}"`,
    },
  });
}

/** A credential that cannot be used; never says more about why than its holder may know. */
export function invalidToken(reason = 'The token is not valid here.'): ServiceError {
  return new ServiceError('UNAUTHENTICATED', `${reason} Log in again or send another one.`, {
    headers: { 'WWW-Authenticate': 'Bearer realm="quaestor", error="invalid_token"' },
  });
}
