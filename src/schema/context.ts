import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/transaction.ts';

/** Who sent the request. */
export interface Caller {
  readonly id: string;
}

/** What every resolver is given. */
export interface Context {
  readonly database: Database;
  readonly caller: Caller;
  readonly clock: () => Date;
  /**
   * Runs a change in one transaction. When the request carries an Idempotency-Key, that key is marked
   * as used in the same transaction, so that the two cannot disagree.
   */
  readonly change: <T>(work: (transaction: Transaction) => Promise<T>) => Promise<T>;
}
