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
 * Identifies the caller, charges the request and reads its body: a caller without quota left has no
 * body read. An unreadable body is reported before an invalid credential; either costs a point, which
 * an invalid credential charges to the client's address.
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
