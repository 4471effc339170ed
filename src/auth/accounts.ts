import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { lockAccount } from '../db/account-store.ts';
import type { Database } from '../db/database.ts';
import { isUniqueViolation } from '../db/database-error.ts';
import type { Account } from '../db/generated/prisma/client.ts';
import { hasRows } from '../db/has-rows.ts';
import { inTransaction, type Transaction, takeAdvisoryLock } from '../db/transaction.ts';
import { ConfigError } from '../domain/config-error.ts';
import { notFound, ServiceError } from '../domain/errors.ts';
import type { Role } from '../domain/scopes.ts';
import { isUuid } from '../domain/uuid.ts';
import type { PasswordPolicy } from './password-policy.ts';
import { wrongPassword } from './password-proof.ts';
import { hashPassword } from './passwords.ts';
import { endSessions } from './sessions.ts';

/** So long a password that the service made up can be used: it is to be replaced by one that somebody chose. */
export const generatedHours = 24;

export interface NewAccount {
  readonly email: string;
  /** Of a password that the policy has accepted. */
  readonly passwordHash: string;
  /** Of a password that nobody chose. */
  readonly passwordExpiresAt?: Date;
  readonly role: Role;
}

export interface AccountChanges {
  readonly role?: Role | undefined;
  /** Of a password that the policy has accepted. */
  readonly passwordHash?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** Points a minute; null for the default. */
  readonly quota?: number | null | undefined;
}

export async function addAccount(
  prisma: Pick<Database['prisma'], 'account'>,
  account: NewAccount,
  now: Date,
): Promise<Account> {
  try {
    return await prisma.account.create({
      data: { id: uuidv7(), ...account, createdAt: now, updatedAt: now },
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError('CONFLICT', 'An account with this e-mail address already exists.', {
      faults: [{ path: ['email'], code: 'taken', detail: 'Already used by another account.' }],
    });
  }
}

/** The address of an account, which never changes. */
export async function readEmail({ prisma }: Database, id: string): Promise<string> {
  const account = isUuid(id) ? await prisma.account.findFirst({ where: { id } }) : null;
  return account?.email ?? notFound('account', id);
}

export interface ChangeOptions {
  /** The session that makes the change, which goes on. */
  readonly keepSession?: string | null;
  /** The hash of the password that was verified for this change; it must still be the current one. */
  readonly verifiedHash?: string;
}

/** A new password, or disabling the account, ends its sessions. */
export async function changeAccount(
  transaction: Transaction,
  id: string,
  { role, passwordHash, disabled, quota }: AccountChanges,
  now: Date,
  { keepSession = null, verifiedHash }: ChangeOptions = {},
): Promise<Account> {
  const account = await lockForChange(transaction, id);
  if (verifiedHash !== undefined && verifiedHash !== account.passwordHash) throw wrongPassword();
  if (disabled === true || (role !== undefined && role !== 'admin')) {
    await rejectLastAdmin(transaction, account);
  }
  if (passwordHash !== undefined || disabled === true) {
    await endSessions(transaction, id, keepSession, now);
  }
  return transaction.account.update({
    where: { id },
    data: {
      updatedAt: now,
      ...(role === undefined ? {} : { role }),
      ...(passwordHash === undefined ? {} : { passwordHash, passwordExpiresAt: null }),
      ...(quota === undefined ? {} : { quota }),
      ...(disabled === undefined ? {} : { disabledAt: disabled ? now : null }),
    },
  });
}

export async function removeAccount(transaction: Transaction, id: string): Promise<void> {
  await rejectLastAdmin(transaction, await lockForChange(transaction, id));
  await transaction.account.delete({ where: { id } });
}

/**
 * Serialized, so that two concurrent changes cannot remove the last two admins. The lock on the account
 * makes logins that have verified the old password wait, or is waited for until their session is seen.
 */
async function lockForChange(transaction: Transaction, id: string): Promise<Account> {
  await takeAdvisoryLock(transaction, 'admins');
  return (await lockAccount(transaction, id)) ?? notFound('account', id);
}

async function rejectLastAdmin(transaction: Transaction, account: Account): Promise<void> {
  if (account.role !== 'admin' || account.disabledAt) return;
  const others = await transaction.account.count({
    where: { role: 'admin', disabledAt: null, id: { not: account.id } },
  });
  if (others > 0) return;
  throw new ServiceError(
    'CONFLICT',
    'This is the last admin account. Make another account an admin first.',
  );
}

/** Creates the first account if there is none, with a generated password if none is configured. */
export async function ensureAdmin(
  database: Database,
  policy: PasswordPolicy,
  configured: { email: string; password: string | undefined },
  now: Date,
): Promise<{ email: string; generatedPassword: string | undefined } | undefined> {
  if (await hasRows(database, 'accounts')) return undefined;
  const { email, password } = configured;
  if (password !== undefined) await assertSetting(policy, password, email);
  const generated = password === undefined ? randomBytes(15).toString('base64url') : undefined;
  const account: NewAccount = {
    email,
    passwordHash: await hashPassword(password ?? generated ?? ''),
    ...(generated && { passwordExpiresAt: new Date(now.getTime() + generatedHours * 3_600_000) }),
    role: 'admin',
  };
  return inTransaction(database, async (transaction) => {
    await takeAdvisoryLock(transaction, 'admins');
    if (await transaction.account.findFirst()) return undefined;
    await addAccount(transaction, account, now);
    return { email, generatedPassword: generated };
  });
}

async function assertSetting(
  policy: PasswordPolicy,
  password: string,
  email: string,
): Promise<void> {
  const fault = await policy.findFault(password, email);
  if (!fault) return;
  const reason = fault.code === 'breached' ? 'known from a breach' : 'too common';
  throw new ConfigError([`ADMIN_PASSWORD: ${reason}; choose several unrelated words`]);
}
