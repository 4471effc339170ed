import type { Spelling } from '../analyses/types/quality/spelling.ts';
import type { Auth } from '../auth/auth.ts';
import type { Database, Statement } from '../db/database.ts';
import type { KeyOwner } from '../db/idempotency-store.ts';
import type { Change } from '../db/question-store.ts';
import type { Transaction } from '../db/transaction.ts';
import type { AccessRule, Caller } from '../domain/caller.ts';
import { parseWithPauses, type Rules, type ValidInput } from '../domain/rules.ts';
import type { Events } from '../events/events.ts';
import type { JobEngine } from '../jobs/job-engine.ts';
import type { LoginLimiter } from '../limits/login-limiter.ts';
import type { Streams } from '../limits/streams.ts';
import type { Reads } from './reads.ts';

/** The HTTP client of the request. */
export interface Client {
  readonly address: string;
  readonly userAgent: string | null;
}

/** The GraphQL context of a request. */
export interface Context {
  readonly database: Database;
  readonly auth: Auth;
  readonly loginLimiter: LoginLimiter;
  readonly jobs: JobEngine;
  readonly events: Events;
  readonly streams: Streams;
  /** Aborted when the service shuts down: ends streams and waits. */
  readonly shutdown: AbortSignal;
  /** Aborted when the client has gone or the request's time is over; queries end with it. */
  readonly signal: AbortSignal;
  /** Grants time, such as that of `Prefer: wait`, which does not count as the service's own. */
  readonly deadline: { extend(milliseconds: number): void };
  /** For checking the spelling of a question; undefined while the word lists are not loaded. */
  readonly spelling: () => Promise<Spelling | undefined>;
  /** Counts a run against the caller's limit; throws RATE_LIMITED past it. */
  readonly chargeRun: () => Promise<void>;
  readonly caller: Caller;
  /** Throws when the request's credential has expired or was revoked, or has lost this scope. */
  readonly authorize: (rule: AccessRule) => Promise<void>;
  readonly client: Client;
  readonly clock: () => Date;
  /** Where queries note what they have read, so that their answer can be remembered. */
  readonly reads: Reads;
  /** What REST has validated of the input before it ran the operation. */
  readonly validInput?: ValidInput | undefined;
  /** Lets other requests run when this one has had the event loop for long. */
  readonly pause: () => Promise<void> | undefined;
  /**
   * Runs a change in one transaction. The request's Idempotency-Key, if any, is marked as used in the
   * same transaction. A response that holds a secret is not stored for replay: the database would hold
   * the secret in plain text. Authentication passes its own connections.
   */
  readonly change: <T>(
    work: (transaction: Transaction) => Promise<T>,
    options?: { responseIsSecret?: boolean; database?: Database },
  ) => Promise<T>;
  /**
   * Runs a change that is one statement, without a transaction around it. The statement itself marks
   * the key of its owner as used. Returns no row if it changed nothing.
   */
  readonly changeAtOnce: <Row extends object>(
    statement: (owner: KeyOwner | undefined) => Statement,
  ) => Promise<Row[]>;
}

/** The history entry for a change that the caller makes now. */
export function describeChange(kind: Change['kind'], { caller, clock }: Context): Change {
  return { kind, by: caller.id, at: clock() };
}

/** The input by its rules; a REST row has applied them when it read the body. */
export async function parseInput<T>(
  { validInput, pause }: Context,
  rules: Rules<T>,
  input: unknown,
): Promise<T> {
  if (validInput?.rules === rules) return validInput.value as T;
  return parseWithPauses(rules, input, pause);
}
