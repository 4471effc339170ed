import { validationError } from '../domain/errors.ts';
import type { BreachOptions } from './breached-passwords.ts';

export interface PasswordFault {
  readonly code: 'too_common' | 'breached';
  readonly detail: string;
}

/** Which passwords may be set, for all ways to set one. */
export interface PasswordPolicy {
  /** Why a password may not be set for the account with this address; undefined if it may. */
  findFault(password: string, email: string): Promise<PasswordFault | undefined>;
  /** The hash of a password that may be set; refuses others. `field` is the input it came in. */
  accept(password: string, email: string, field: string): Promise<string>;
}

/** The lists and the native hashing are loaded with the first new password: few processes set one. */
export function createPasswordPolicy(options: BreachOptions): PasswordPolicy {
  async function findFault(password: string, email: string): Promise<PasswordFault | undefined> {
    const { isCommonPassword } = await import('./common-passwords.ts');
    if (isCommonPassword(password, email)) {
      const detail =
        'Too common: a frequent password, a repetition, or the name of the account, even with digits around it. Choose several unrelated words.';
      return { code: 'too_common', detail };
    }
    const { isBreached } = await import('./breached-passwords.ts');
    if (!(await isBreached(password, options))) return undefined;
    const detail =
      'Known from a breach: it has been published, and is tried by attackers. Choose several unrelated words, and change it wherever else it is used.';
    return { code: 'breached', detail };
  }

  return {
    findFault,
    async accept(password, email, field) {
      const fault = await findFault(password, email);
      if (fault) throw validationError('BAD_USER_INPUT', [{ path: [field], ...fault }]);
      const { hashPassword } = await import('./passwords.ts');
      return hashPassword(password);
    },
  };
}
