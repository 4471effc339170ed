import type { Database } from '../db/database.ts';
import type { Account } from '../db/generated/prisma/client.ts';
import { canonicalEmail } from '../domain/account-input.ts';
import { ServiceError, validationError } from '../domain/errors.ts';
import { isStorable } from '../domain/text.ts';
import { isPassword } from './passwords.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** Limits failed logins by account and by address, so that passwords cannot be guessed. */
export interface LoginThrottle {
  begin(email: string, address: string): Promise<void>;
  succeed(email: string, address: string): Promise<void>;
}

/** The account with this address and password. The error is the same whichever of the two is wrong. */
export async function verifyLogin(
  { prisma }: Database,
  throttle: LoginThrottle,
  { email, password }: Credentials,
  address: string,
): Promise<Account> {
  const canonical = canonicalEmail(email);
  await throttle.begin(canonical, address);
  const account = isStorable(canonical)
    ? await prisma.account.findFirst({ where: { email: canonical } })
    : null;
  const isCorrect = await isPassword(account?.passwordHash, password);
  if (!account || !isCorrect || account.disabledAt) throw wrongCredentials();
  await throttle.succeed(canonical, address);
  return account;
}

/** Confirms the current password of a caller who wants to change it; failures count as failed logins. */
export async function confirmPassword(
  throttle: LoginThrottle,
  { email, passwordHash }: Account,
  password: string,
  address: string,
): Promise<void> {
  await throttle.begin(email, address);
  if (!(await isPassword(passwordHash, password))) throw wrongPassword();
  await throttle.succeed(email, address);
}

export function wrongCredentials(): ServiceError {
  return new ServiceError('UNAUTHENTICATED', 'The e-mail address or the password is wrong.', {
    headers: { 'WWW-Authenticate': 'Bearer realm="quaestor"' },
  });
}

export function wrongPassword(): ServiceError {
  const detail = 'This is not your current password.';
  return validationError('BAD_USER_INPUT', [{ path: ['current'], code: 'wrong', detail }]);
}
