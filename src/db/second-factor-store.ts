import type { Database } from './database.ts';
import type { Transaction } from './transaction.ts';

/** Wrong codes in a row, after which only a recovery code is accepted: the limit of NIST SP 800-63B. */
export const maxCodeFailures = 100;

/**
 * Marks a time step as used. False if it, or a later one, has been: of concurrent logins with one code,
 * on any node, one succeeds.
 */
export async function useStep(
  transaction: Transaction,
  accountId: string,
  secret: string,
  step: number,
): Promise<boolean> {
  const count = await transaction.$executeRaw`
    UPDATE second_factors SET last_step = ${step}, failures = 0
    WHERE account_id = ${accountId}::uuid AND secret = ${secret} AND failures < ${maxCodeFailures}
      AND (last_step IS NULL OR last_step < ${step})`;
  return count === 1;
}

/** Deletes a recovery code; false if there is none with this hash. */
export async function useRecoveryCode(
  transaction: Transaction,
  accountId: string,
  hash: string,
): Promise<boolean> {
  const count = await transaction.$executeRaw`
    DELETE FROM recovery_codes WHERE account_id = ${accountId}::uuid AND hash = ${hash}`;
  if (count === 0) return false;
  await transaction.$executeRaw`
    UPDATE second_factors SET failures = 0 WHERE account_id = ${accountId}::uuid`;
  return true;
}

export async function countCodeFailure({ prisma }: Database, accountId: string): Promise<void> {
  await prisma.$executeRaw`
    UPDATE second_factors SET failures = failures + 1
    WHERE account_id = ${accountId}::uuid AND failures < ${maxCodeFailures}`;
}
