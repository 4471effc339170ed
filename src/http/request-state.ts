import type { KeyOwner } from '../db/idempotency-store.ts';
import type { Caller } from '../schema/context.ts';

/** What is known of a request from its first plugin on; the same object for every plugin and the resolvers. */
export interface RequestState {
  requestId: string;
  caller: Caller;
  /** Set when the request claimed an Idempotency-Key that its change must mark as used. */
  idempotency?: KeyOwner & { isCommitted: boolean };
}
