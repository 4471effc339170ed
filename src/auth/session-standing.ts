import type { Account, Session } from '../db/generated/prisma/client.ts';
import type { SecondFactorPolicy } from '../domain/auth-settings.ts';
import { type Scope, scopesOf } from '../domain/scopes.ts';

/** What a session allows. */
export interface Standing {
  readonly scopes: readonly Scope[];
  /** The account must have a second factor and has none: the session can only set one up. */
  readonly needsSecondFactor: boolean;
}

export type StandingOf = (
  account: Pick<Account, 'role' | 'secondFactorAt'>,
  session: Pick<Session, 'secondFactor'>,
) => Standing | undefined;

/**
 * Decided whenever a session is used, so that a change of the setting or of a role applies to sessions
 * that exist. Undefined for a login that has not proved the second factor that the account has: a node of
 * a release before second factors asks for none.
 */
export function createStandingOf(policy: SecondFactorPolicy): StandingOf {
  return ({ role, secondFactorAt }, { secondFactor }) => {
    if (secondFactorAt && !secondFactor) return undefined;
    const isRequired = policy === 'all' || (policy === 'admins' && role === 'admin');
    const needsSecondFactor = isRequired && !secondFactorAt;
    return { scopes: needsSecondFactor ? [] : scopesOf(role), needsSecondFactor };
  };
}
