import type { Auth } from '../auth/auth.ts';
import { looksLikeApiKey } from '../auth/opaque-token.ts';
import { type Caller, invalidToken } from '../domain/caller.ts';
import type { HttpRequest } from './exchange.ts';
import type { RequestState } from './request-state.ts';

/** The caller of a request that can be named without asking the database. */
export function recallCaller(auth: Auth, request: HttpRequest): Caller | undefined {
  const header = request.header('authorization');
  if (header === null) return auth.authenticator.anonymous;
  if (!header.startsWith(scheme) || request.isRepeated('authorization')) return undefined;
  return auth.authenticator.recall(header.slice(scheme.length));
}

const scheme = 'Bearer ';

/** Sets the caller of a request from its Authorization header; throws 401 for an invalid credential. */
export async function identifyCaller(
  auth: Auth,
  request: HttpRequest,
  state: RequestState,
): Promise<void> {
  // Until the credential is verified, and when it is not valid, the request counts as anonymous.
  state.caller = auth.authenticator.anonymous;
  const header = request.header('authorization');
  if (header === null) return;
  const isAlone = !request.isRepeated('authorization');
  // Basic is for the OAuth endpoints, which read it as the client's own credentials.
  if (isAlone && /^basic /i.test(header)) return;
  const [, token] = (isAlone && /^bearer +([\w.~+/-]+=*)$/i.exec(header)) || [];
  if (token === undefined) {
    throw invalidToken('Send exactly one "Authorization: Bearer <token>" header.');
  }
  state.caller = looksLikeApiKey(token)
    ? await auth.authenticator.fromApiKey(token)
    : await auth.authenticator.fromClaims(await auth.verifyToken(token));
}
