import type { Database } from '../db/database.ts';
import type { Account } from '../db/generated/prisma/client.ts';
import { canonicalEmail } from '../domain/account-input.ts';
import { ServiceError, validationError } from '../domain/errors.ts';
import { isStorable } from '../domain/text.ts';
import { isPassword } from './passwords.ts';

export interface Credentials {
  readonly email: string;
  readonly password: string;
  /** Of the second factor, if the account has one. */
  readonly code?: string | undefined;
}

/** Limits failed logins by account and by address, so that passwords cannot be guessed. */
export interface LoginThrottle {
  begin(email: string, address: string): Promise<void>;
  /** Forgets this attempt alone, which neither failed nor succeeded. */
  cancel(email: string, address: string): Promise<void>;
  succeed(email: string, address: string): Promise<void>;
}

/** Where passwords are verified, and who wants to know. */
export interface LoginGate {
  readonly throttle: LoginThrottle;
  /** The IP address of the client. */
  readonly address: string;
  /** Logs an attempt; `account` is the id of the account, if there is one with this address. */
  note(
    outcome: 'succeeded' | 'failed' | 'limited' | 'needs a second factor',
    account: string | undefined,
  ): void;
}

const challenge = { headers: { 'WWW-Authenticate': 'Bearer realm="quaestor"' } };

/**
 * The account with this address and password. The error is the same whichever of the two is wrong. The
 * attempt counts as failed until the login has succeeded, with the second factor too.
 */
export async function verifyPassword(
  { prisma }: Database,
  { email, password }: Credentials,
  gate: LoginGate,
  now: Date,
): Promise<Account> {
  const canonical = canonicalEmail(email);
  await beginLogin(gate, canonical, undefined);
  const account = isStorable(canonical)
    ? await prisma.account.findFirst({ where: { email: canonical } })
    : null;
  const isCorrect = await isPassword(account?.passwordHash, password);
  if (!account || !isCorrect || account.disabledAt) {
    gate.note('failed', account?.id);
    throw wrongCredentials();
  }
  if (account.passwordExpiresAt && account.passwordExpiresAt <= now) {
    gate.note('failed', account.id);
    throw expiredPassword(account.email);
  }
  return account;
}

/** Work that proves who the caller is, by a password or a code; failures count as failed logins. */
export async function proveOwner<T>(
  { id, email }: Account,
  gate: LoginGate,
  work: () => Promise<T>,
): Promise<T> {
  await beginLogin(gate, email, id);
  try {
    const result = await work();
    await gate.throttle.succeed(email, gate.address);
    return result;
  } catch (error) {
    if (error instanceof ServiceError) gate.note('failed', id);
    throw error;
  }
}

/** Throws a validation error unless it is the account's password. */
export async function assertPassword(
  { passwordHash }: Account,
  password: string,
  field: 'current' | 'password' = 'current',
): Promise<void> {
  if (!(await isPassword(passwordHash, password))) throw wrongPassword(field);
}

async function beginLogin(
  { throttle, address, note }: LoginGate,
  email: string,
  account: string | undefined,
): Promise<void> {
  await throttle.begin(email, address).catch((error) => {
    note('limited', account);
    throw error;
  });
}

export function wrongCredentials(): ServiceError {
  return new ServiceError(
    'UNAUTHENTICATED',
    'The e-mail address or the password is wrong.',
    challenge,
  );
}

/** Told to those alone who know the password. */
function expiredPassword(email: string): ServiceError {
  return new ServiceError(
    'UNAUTHENTICATED',
    `This password was made up by the service and has expired. Set one of your own where it runs: quaestor account password ${email}`,
    challenge,
  );
}

export function wrongPassword(field: 'current' | 'password' = 'current'): ServiceError {
  const detail = 'This is not your current password.';
  return validationError('BAD_USER_INPUT', [{ path: [field], code: 'wrong', detail }]);
}
