import { randomBytes } from 'node:crypto';
import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import { isUniqueViolation } from '../db/database-error.ts';
import type { Account } from '../db/generated/prisma/client.ts';
import { inTransaction } from '../db/transaction.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Role } from '../domain/scopes.ts';
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

const adminLock = 4_815_162_345;

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
  database: Database,
  account: Account,
  { role, password, disabled }: AccountChanges,
  now: Date,
): Promise<Account> {
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  return inTransaction(database, async (transaction) => {
    if (passwordHash !== undefined || disabled === true) {
      await transaction.session.updateMany({
        where: { accountId: account.id, revokedAt: null },
        data: { revokedAt: now },
      });
    }
    await refuseLastAdmin(
      transaction,
      account,
      role !== undefined && role !== 'admin' ? true : disabled === true,
    );
    return transaction.account.update({
      where: { id: account.id },
      data: {
        updatedAt: now,
        ...(role === undefined ? {} : { role }),
        ...(passwordHash === undefined ? {} : { passwordHash }),
        ...(disabled === undefined ? {} : { disabledAt: disabled ? now : null }),
      },
    });
  });
}

export async function removeAccount(database: Database, account: Account): Promise<void> {
  await inTransaction(database, async (transaction) => {
    await refuseLastAdmin(transaction, account, true);
    await transaction.account.delete({ where: { id: account.id } });
  });
}

/** Somebody must be left who can mend things. */
async function refuseLastAdmin(
  transaction: Parameters<Parameters<typeof inTransaction>[1]>[0],
  account: Account,
  isLosingAdmin: boolean,
): Promise<void> {
  if (!isLosingAdmin || account.role !== 'admin' || account.disabledAt) return;
  await transaction.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(${adminLock})`;
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
  return inTransaction(database, async (transaction) => {
    await transaction.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(${adminLock})`;
    if (await transaction.account.findFirst()) return undefined;
    const madeUpPassword =
      given.password === undefined ? randomBytes(15).toString('base64url') : undefined;
    const password = given.password ?? madeUpPassword ?? '';
    await addAccount(transaction, { email: given.email, password, role: 'admin' }, now);
    return { email: given.email, madeUpPassword };
  });
}
