import { lockAccount } from '../db/account-store.ts';
import type { Account } from '../db/generated/prisma/client.ts';
import type { Transaction } from '../db/transaction.ts';
import { notFound, ServiceError } from '../domain/errors.ts';
import { canonicalCode } from '../domain/second-factor-input.ts';
import { hashToken } from './opaque-token.ts';
import { makeRecoveryCodes } from './recovery-codes.ts';
import { endSessions } from './sessions.ts';

/** For an owner who has neither device nor recovery codes. Ends all sessions of the account; `by` is that of the admin. */
export async function resetSecondFactor(
  transaction: Transaction,
  id: string,
  now: Date,
  by: string | null = null,
): Promise<Account> {
  const account = (await lockAccount(transaction, id)) ?? notFound('account', id);
  if (account.id === by) throw ownReset();
  if (!account.secondFactorAt) {
    throw new ServiceError('NOT_FOUND', `The account ${account.email} has no second factor.`);
  }
  await endSessions(transaction, id, null, now);
  return deleteFactor(transaction, id, now);
}

export async function deleteFactor(
  transaction: Transaction,
  id: string,
  now: Date,
): Promise<Account> {
  await transaction.secondFactor.deleteMany({ where: { accountId: id } });
  await transaction.recoveryCode.deleteMany({ where: { accountId: id } });
  return markAccount(transaction, id, null, now);
}

export function markAccount(
  { account }: Transaction,
  id: string,
  secondFactorAt: Date | null,
  now: Date,
): Promise<Account> {
  return account.update({ where: { id }, data: { secondFactorAt, updatedAt: now } });
}

export async function replaceRecoveryCodes(
  { recoveryCode }: Transaction,
  accountId: string,
): Promise<readonly string[]> {
  const codes = makeRecoveryCodes();
  await recoveryCode.deleteMany({ where: { accountId } });
  await recoveryCode.createMany({
    data: codes.map((code) => ({ accountId, hash: hashToken(canonicalCode(code)) })),
  });
  return codes;
}

/** Or a stolen token of an admin would do. */
function ownReset(): ServiceError {
  return new ServiceError(
    'CONFLICT',
    'This is your own account. Remove its second factor with your password and a code, or ask another admin.',
  );
}
