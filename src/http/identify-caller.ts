import type { Auth } from '../auth/auth.ts';
import { looksLikeApiKey } from '../auth/opaque-token.ts';
import { invalidToken } from '../domain/caller.ts';
import type { RequestState } from './request-state.ts';

/** Sets the caller of a request from its Authorization header; throws 401 for an invalid credential. */
export async function identifyCaller(
  auth: Auth,
  request: { readonly headers: Pick<Headers, 'get'> },
  state: RequestState,
): Promise<void> {
  // Until the credential is verified, and when it is not valid, the request counts as anonymous.
  state.caller = auth.authenticator.anonymous;
  const header = request.headers.get('authorization');
  if (header === null) return;
  const isAlone = countAuthorizations(state) <= 1;
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

/** Node drops the second of two Authorization headers; the raw list has both. */
function countAuthorizations({ req }: RequestState): number {
  const names = req?.rawHeaders.filter((_, index) => index % 2 === 0) ?? [];
  return names.filter((name) => name.toLowerCase() === 'authorization').length;
}
