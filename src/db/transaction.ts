import { advisoryLocks } from './advisory-locks.ts';
import type { Database } from './database.ts';
import { isTransactionConflict } from './database-error.ts';
import type { Prisma } from './generated/prisma/client.ts';

export type Transaction = Prisma.TransactionClient;

/** Of work without deadlines, such as a command; Prisma requires one. */
const maxTransactionMs = 24 * 60 * 60 * 1000;
const defaultWaitMs = 6000;

/** Runs the work in one transaction, again after a serialization conflict. */
export async function inTransaction<T>(
  { prisma, deadlines }: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  const options = {
    // The pool gives up first, after a wait, the check of an idle connection and opening another one.
    maxWait: deadlines ? 3 * deadlines.poolMs + 1000 : defaultWaitMs,
    timeout: deadlines?.transactionMs ?? maxTransactionMs,
  };
  return retryConflicts(() => prisma.$transaction(work, options));
}

/** Runs a transaction, or a statement that is one, again after a serialization conflict. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 3 || !isTransactionConflict(error)) throw error;
    }
  }
}

/** Waits for the lock and holds it until the transaction ends. */
export async function takeAdvisoryLock(
  transaction: Transaction,
  name: keyof typeof advisoryLocks,
): Promise<void> {
  await transaction.$queryRaw`SELECT 1 FROM pg_advisory_xact_lock(${advisoryLocks[name]})`;
}
