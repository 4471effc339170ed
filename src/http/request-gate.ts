import type { Auth } from '../auth/auth.ts';
import type { Admission } from './admission.ts';
import { identifyCaller } from './identify-caller.ts';
import type { RawBody } from './read-body.ts';
import type { RequestState } from './request-state.ts';

export interface RequestGate {
  readonly auth: Auth;
  readonly admission: Admission;
}

/**
 * Says who is asking, charges them, and reads the body: no body is read for a caller who has used up
 * their quota. What is wrong with the body is said before what is wrong with the credential; both cost
 * a point, a bad credential the address it came from.
 */
export async function admitRequest<Body extends RawBody | undefined>(
  { auth, admission }: RequestGate,
  request: Request,
  state: RequestState,
  read: () => Promise<Body>,
): Promise<Body> {
  const identified = await Promise.allSettled([identifyCaller(auth, request, state)]);
  await admission.admit(state);
  const body = await read();
  for (const outcome of identified) if (outcome.status === 'rejected') throw outcome.reason;
  if (body) await admission.admitBody(state, body.bytes);
  return body;
}
