import type { Auth } from '../auth/auth.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Admission } from './admission.ts';
import type { HttpRequest } from './exchange.ts';
import { identifyCaller, recallCaller } from './identify-caller.ts';
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
  const arrival = chargeArrival(gate, request, state);
  if (arrival) await arrival;
  const body = await read();
  requireValidCredential(state);
  const charged = body && gate.admission.admitBody(state, body.bytes);
  if (charged) await charged;
  return body;
}

/** An unreadable body is reported first, where one is expected. */
export function requireValidCredential({ credentialError }: RequestState): void {
  if (credentialError) throw credentialError.reason;
}

/**
 * Charges a request the point of its arrival, once. Whatever a path responds costs it, also pages, 404,
 * 405 and OPTIONS, which need no valid credential: an invalid one counts as anonymous.
 */
export function chargeArrival(
  gate: RequestGate,
  request: HttpRequest,
  state: RequestState,
): Promise<void> | undefined {
  if (state.cost !== undefined) return undefined;
  const caller = recallCaller(gate.auth, request);
  if (!caller) return identifyAndCharge(gate, request, state);
  state.caller = caller;
  const charged = gate.admission.admit(state);
  if (charged) return charged.then(() => assertNotAborted(request));
  assertNotAborted(request);
  return undefined;
}

async function identifyAndCharge(
  { auth, admission }: RequestGate,
  request: HttpRequest,
  state: RequestState,
): Promise<void> {
  try {
    await identifyCaller(auth, request, state);
  } catch (reason) {
    state.credentialError = { reason };
  }
  await admission.admit(state);
  assertNotAborted(request);
}

/** Of many requests sent at once, the rest are not worked on when their client has left. */
function assertNotAborted(request: HttpRequest): void {
  if (request.isAborted) throw new ServiceError('BAD_REQUEST', 'The client has left.');
}
