import { packTrace } from '../domain/trace-context.ts';
import { advisoryLocks } from './advisory-locks.ts';
import type { Database } from './database.ts';
import { isTransactionConflict } from './database-error.ts';
import type { Prisma } from './generated/prisma/client.ts';
import { currentCancellation } from './statement-scope.ts';

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
  const trace = currentCancellation()?.trace;
  const traced: typeof work = async (transaction) => {
    // The triggers that write events read it.
    if (trace) {
      await transaction.$executeRaw`SELECT set_config('quaestor.trace', ${packTrace(trace)}, true)`;
    }
    return work(transaction);
  };
  return retryConflicts(() => prisma.$transaction(trace ? traced : work, options));
}

class RolledBack extends Error {
  readonly result: unknown;

  constructor(result: unknown) {
    super('The transaction was rolled back on purpose');
    this.result = result;
  }
}

/** Runs the work in a transaction that is rolled back: the result shows what it would do. */
export async function rehearse<T>(
  database: Database,
  work: (transaction: Transaction) => Promise<T>,
): Promise<T> {
  try {
    return await inTransaction<T>(database, async (transaction) => {
      throw new RolledBack(await work(transaction));
    });
  } catch (error) {
    if (error instanceof RolledBack) return error.result as T;
    throw error;
  }
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
