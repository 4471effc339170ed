import type { KeyOwner } from '../db/idempotency-store.ts';
import type { Caller } from '../domain/caller.ts';
import type { ValidInput } from '../domain/rules.ts';
import type { Span } from '../domain/span.ts';
import type { TraceContext } from '../domain/trace-context.ts';
import type { QuotaStatus } from '../limits/budget.ts';
import type { Download } from '../schema/context.ts';
import type { HttpRequest } from './exchange.ts';
import type { PreparedOperation } from './operations/prepare-operation.ts';

/** The state of one request, shared by all that handle it. */
export interface RequestState {
  readonly request: HttpRequest;
  requestId: string;
  startedAt: number;
  /** The trace that the request is part of: the client's, or our own. */
  trace: TraceContext | undefined;
  /** Of the request, if traces are exported. */
  span: Span | undefined;
  /** When it was its turn. */
  workedFrom?: number;
  /** The label in metrics: the name of a REST row, or the type of a GraphQL operation. */
  operation?: string;
  /** Whether the response was remembered, not computed. */
  isRemembered?: boolean;
  caller: Caller;
  /** The operation that the caller was found to be allowed. */
  authorized?: PreparedOperation;
  /** The client's address, as rate limits count it. */
  address: string;
  /** Why the credential of the request was rejected. */
  credentialError?: { readonly reason: unknown };
  /** Points charged so far. */
  cost?: number;
  /** The caller's quota after the last charge. */
  quota?: QuotaStatus | undefined;
  /** The position of the event that the last result of a subscription was about. */
  position?: string;
  /** The body of a REST request, after its row has validated it. */
  validInput?: ValidInput;
  /** The body, if it is a file. */
  upload?: AsyncIterable<Uint8Array>;
  /** The value of the header Set-Cookie. */
  setCookies?: readonly string[];
  /** The file that the operation offers. */
  download?: Download;
  /** Changes are rolled back: the answer shows what would happen. */
  isDryRun?: boolean;
  /** Set when the request has claimed an Idempotency-Key, which its change must mark as used. */
  idempotency?: KeyOwner & {
    /** Of the whole request. */
    readonly fingerprint: string;
    isCommitted: boolean;
    responseIsSecret?: boolean;
    /** The response reports a server error, which a retry may not meet. */
    isTransient?: boolean;
  };
}
