import type { Auth } from '../auth/auth.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Admission } from './admission.ts';
import type { HttpRequest } from './exchange.ts';
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
  gate: RequestGate,
  request: HttpRequest,
  state: RequestState,
  read: () => Promise<Body>,
): Promise<Body> {
  await chargeArrival(gate, request, state);
  const body = await read();
  if (state.credentialError) throw state.credentialError.reason;
  if (body) await gate.admission.admitBody(state, body.bytes);
  return body;
}

/**
 * Charges a request the point of its arrival, once. Whatever a path responds costs it, also pages, 404,
 * 405 and OPTIONS, which need no valid credential: an invalid one counts as anonymous.
 */
export async function chargeArrival(
  { auth, admission }: RequestGate,
  request: HttpRequest,
  state: RequestState,
): Promise<void> {
  if (state.cost !== undefined) return;
  try {
    await identifyCaller(auth, request, state);
  } catch (reason) {
    state.credentialError = { reason };
  }
  await admission.admit(state);
  // Of many requests sent at once, the rest are not worked on when their client has left.
  if (request.isAborted) throw new ServiceError('BAD_REQUEST', 'The client has left.');
}
