import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import { advisoryLocks } from '../db/advisory-locks.ts';
import type { Database } from '../db/database.ts';
import { isUniqueViolation } from '../db/database-error.ts';
import type { Account } from '../db/generated/prisma/client.ts';
import { hasRows } from '../db/has-rows.ts';
import { inTransaction, type Transaction } from '../db/transaction.ts';
import { notFound, ServiceError } from '../domain/errors.ts';
import type { Role } from '../domain/scopes.ts';
import { isUuid } from '../domain/uuid.ts';
import { hashPassword } from './passwords.ts';

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly role: Role;
}

export interface AccountChanges {
  readonly role?: Role | undefined;
  readonly password?: string | undefined;
  readonly disabled?: boolean | undefined;
}

export async function addAccount(
  prisma: Pick<Database['prisma'], 'account'>,
  { email, password, role }: NewAccount,
  now: Date,
): Promise<Account> {
  const passwordHash = await hashPassword(password);
  try {
    return await prisma.account.create({
      data: { id: uuidv7(), email, passwordHash, role, createdAt: now, updatedAt: now },
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new ServiceError('CONFLICT', 'Another account has this e-mail address.', {
      faults: [{ path: ['email'], code: 'taken', detail: 'Another account has this address.' }],
    });
  }
}

/** Changes an account. A new password or a disabled account ends its sessions. */
export async function changeAccount(
  transaction: Transaction,
  id: string,
  { role, password, disabled }: AccountChanges,
  now: Date,
  { keepSession = null }: { keepSession?: string | null } = {},
): Promise<Account> {
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  const account = await lockAccount(transaction, id);
  if (disabled === true || (role !== undefined && role !== 'admin')) {
    await refuseLastAdmin(transaction, account);
  }
  if (passwordHash !== undefined || disabled === true) {
    const others = keepSession === null ? {} : { id: { not: keepSession } };
    await transaction.session.updateMany({
      where: { accountId: id, revokedAt: null, ...others },
      data: { revokedAt: now },
    });
  }
  return transaction.account.update({
    where: { id },
    data: {
      updatedAt: now,
      ...(role === undefined ? {} : { role }),
      ...(passwordHash === undefined ? {} : { passwordHash }),
      ...(disabled === undefined ? {} : { disabledAt: disabled ? now : null }),
    },
  });
}

export async function removeAccount(transaction: Transaction, id: string): Promise<void> {
  await refuseLastAdmin(transaction, await lockAccount(transaction, id));
  await transaction.account.delete({ where: { id } });
}

/** Changes of admins wait for each other, so that no two of them remove the last two. */
async function lockAccount(transaction: Transaction, id: string): Promise<Account> {
  await transaction.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(${advisoryLocks.admins})`;
  const account = isUuid(id) ? await transaction.account.findUnique({ where: { id } }) : null;
  if (account) return account;
  return notFound('account', id);
}

/** Somebody must be left who can mend things. */
async function refuseLastAdmin(transaction: Transaction, account: Account): Promise<void> {
  if (account.role !== 'admin' || account.disabledAt) return;
  const others = await transaction.account.count({
    where: { role: 'admin', disabledAt: null, id: { not: account.id } },
  });
  if (others > 0) return;
  throw new ServiceError(
    'CONFLICT',
    'This is the last admin account. Make another one admin first.',
  );
}

/** The first account, when there is none: given by the settings, or made up and told once. */
export async function ensureAdmin(
  database: Database,
  given: { email: string; password: string | undefined },
  now: Date,
): Promise<{ email: string; madeUpPassword: string | undefined } | undefined> {
  if (await hasRows(database, 'accounts')) return undefined;
  return inTransaction(database, async (transaction) => {
    await transaction.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(${advisoryLocks.admins})`;
    if (await transaction.account.findFirst()) return undefined;
    const madeUpPassword =
      given.password === undefined ? randomBytes(15).toString('base64url') : undefined;
    const password = given.password ?? madeUpPassword ?? '';
    await addAccount(transaction, { email: given.email, password, role: 'admin' }, now);
    return { email: given.email, madeUpPassword };
  });
}
