import type { Spelling } from '../analyses/types/quality/spelling.ts';
import type { Auth } from '../auth/auth.ts';
import type { LoginGate } from '../auth/password-proof.ts';
import type { Database } from '../db/database.ts';
import type { KeyOwner } from '../db/idempotency-store.ts';
import type { Statement } from '../db/prepared-query.ts';
import type { Change } from '../db/question-store.ts';
import type { Replica } from '../db/replica.ts';
import type { Transaction } from '../db/transaction.ts';
import type { AccessRule, Caller } from '../domain/caller.ts';
import type { Cancellation } from '../domain/cancellation.ts';
import { parseWithPauses, type Rules, type ValidInput } from '../domain/rules.ts';
import type { Events } from '../events/events.ts';
import type { Format } from '../formats/format.ts';
import type { JobEngine } from '../jobs/job-engine.ts';
import type { Streams } from '../limits/streams.ts';
import type { WebhookSettings } from '../webhooks/webhook-settings.ts';
import type { Reads } from './reads.ts';

/** The HTTP client of the request. */
export interface Client {
  readonly address: string;
  readonly userAgent: string | null;
}

/** A file that is sent as it is read. */
export interface Download {
  readonly format: Pick<Format, 'mediaType' | 'extension'> & {
    readonly reader: Pick<Format['reader'], 'kind'>;
  };
  /** Of the file, without extension; default questions. */
  readonly name?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly chunks: AsyncIterable<string | Uint8Array>;
}

/** The refresh token of a browser, kept in a cookie that scripts cannot read. */
export interface RefreshCookie {
  /** Undefined unless the request may use it: at the token endpoints, from the same origin. */
  read(): string | undefined;
  store(token: string): void;
  clear(): void;
}

/** The GraphQL context of a request. */
export interface Context {
  readonly database: Database;
  /** For lists; undefined without one. */
  readonly replica: Replica | undefined;
  readonly auth: Auth;
  readonly loginGate: LoginGate;
  readonly jobs: JobEngine;
  readonly events: Events;
  readonly streams: Streams;
  readonly webhooks: WebhookSettings;
  /** Aborted when the service shuts down: ends streams and waits. */
  readonly shutdown: AbortSignal;
  /** Cancelled when the client has gone or the request's time is over; queries end with it. */
  readonly cancellation: Cancellation;
  /** Grants time, such as that of `Prefer: wait`, which does not count as the service's own. */
  readonly deadline: {
    extend(milliseconds: number): void;
    /** Starts the clock again when a transfer has got on. */
    restart(): void;
  };
  /** The body of a request that is a file; undefined over GraphQL. */
  readonly upload?: AsyncIterable<Uint8Array> | undefined;
  /** Offers a file that REST sends instead of the result. */
  readonly offer?: (download: Download) => void;
  /** For checking the spelling of a question; undefined while the word lists are not loaded. */
  readonly spelling: () => Promise<Spelling | undefined>;
  /** The number of requests in progress: threads that work for one yield to the others. */
  readonly traffic: SharedArrayBuffer;
  /** Counts a run against the caller's limit; throws RATE_LIMITED past it. */
  readonly chargeRun: () => Promise<void>;
  /** The same for imports and exports. */
  readonly chargeTransfer: () => Promise<void>;
  /**
   * The same for the same change of a repeated request with an Idempotency-Key; undefined without one.
   * For what is stored by a transaction of its own, which cannot mark the key as used.
   */
  readonly nameChange: () => string | undefined;
  readonly caller: Caller;
  /** Throws when the request's credential has expired or was revoked, or has lost this scope. */
  readonly authorize: (rule: AccessRule) => Promise<void>;
  readonly client: Client;
  /** The position after which a client resumes its stream; null if it does not. */
  readonly lastEventId: string | null;
  /** A stream notes the position of what it yields next. */
  readonly notePosition: (position: string) => void;
  readonly refreshCookie: RefreshCookie;
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
    options?: { responseIsSecret: boolean },
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
