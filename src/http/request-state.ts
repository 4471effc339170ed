import type { IncomingMessage } from 'node:http';
import type { KeyOwner } from '../db/idempotency-store.ts';
import type { Caller } from '../domain/caller.ts';
import type { QuotaStatus } from '../limits/budget.ts';

/** What is known of a request from its first plugin on; the same object for every plugin and the resolvers. */
export interface RequestState {
  /** Node's request; absent when the app is called without a network. */
  req?: IncomingMessage;
  requestId: string;
  startedAt?: number;
  /** What metrics call it: the name of a REST row, or the kind of a GraphQL operation. */
  operation?: string;
  caller: Caller;
  /** Where it came from, as far as limits are concerned. */
  address: string;
  /** Points it has cost so far. */
  cost?: number;
  /** How its caller stands after the last charge. */
  quota?: QuotaStatus | undefined;
  /** Set when the request claimed an Idempotency-Key that its change must mark as used. */
  idempotency?: KeyOwner & {
    isCommitted: boolean;
    answerIsSecret?: boolean;
    /** It tells a fault of ours, which another try need not meet. */
    isTransient?: boolean;
  };
}
