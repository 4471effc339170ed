import type { Auth } from '../auth/auth.ts';
import type { Database } from '../db/database.ts';
import type { Transaction } from '../db/transaction.ts';
import type { Caller } from '../domain/caller.ts';
import type { Events } from '../events/events.ts';
import type { AnalysisEngine } from '../jobs/analysis-engine.ts';
import type { LoginLimiter } from '../limits/login-limiter.ts';
import type { Streams } from '../limits/streams.ts';

/** The program at the other end, as far as it can be seen. */
export interface Client {
  readonly address: string;
  readonly userAgent: string | null;
}

/** What every resolver is given. */
export interface Context {
  readonly database: Database;
  readonly auth: Auth;
  readonly loginLimiter: LoginLimiter;
  readonly engine: AnalysisEngine;
  readonly events: Events;
  readonly streams: Streams;
  /** Whether analyses that need embeddings can be run. */
  readonly hasEmbeddings: boolean;
  /** Charges the caller for a run; throws 429 when there were too many. */
  readonly chargeRun: () => Promise<void>;
  readonly caller: Caller;
  readonly client: Client;
  readonly clock: () => Date;
  /**
   * Runs a change in one transaction. When the request carries an Idempotency-Key, that key is marked
   * as used in the same transaction, so that the two cannot disagree. An answer with a secret in it is
   * not kept for a repeat: it would stand in the database as it is.
   */
  readonly change: <T>(
    work: (transaction: Transaction) => Promise<T>,
    options?: { answerIsSecret: boolean },
  ) => Promise<T>;
}
