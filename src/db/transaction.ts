import { advisoryLocks } from './advisory-locks.ts';
import type { Database } from './database.ts';
import { isTransactionConflict } from './database-error.ts';
import type { Prisma } from './generated/prisma/client.ts';

export type Transaction = Prisma.TransactionClient;

/** Runs the work in one transaction, again after a serialization conflict. */
export async function inTransaction<T>(
  { prisma }: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await prisma.$transaction(work, { maxWait: 6000, timeout: 30_000 });
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
