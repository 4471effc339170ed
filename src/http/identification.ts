import type { IncomingMessage } from 'node:http';
import { type AccessClaims, headerOf, isOurClaims, tokenType } from '../auth/access-token.ts';
import type { Auth } from '../auth/auth.ts';
import { looksLikeApiKey } from '../auth/opaque-token.ts';
import { invalidToken } from '../domain/caller.ts';
import type { RequestState } from './request-state.ts';
import type { SignatureCheck } from './signature-check.ts';

export interface Identification {
  /** Says who is asking, from the request's Authorization header; throws 401 for a credential that is not good. */
  identify(request: Request, state: RequestState): Promise<void>;
}

const longestToken = 4096;
const mostRemembered = 10_000;

/**
 * Callers of both interfaces are identified here, once a request. Yoga's JWT plugin checks signatures;
 * what it leaves open is decided around it: ES256 alone, a kid of ours, our issuer, an expiry.
 */
export function createIdentification(auth: Auth, clock: () => Date): Identification {
  let signatures: Promise<SignatureCheck> | undefined;
  const verified = new Map<string, unknown>();

  const verify = async (request: Request, token: string): Promise<unknown> => {
    // Checking a signature costs more than many a query; a token that was good is good until it expires.
    if (verified.has(token)) return verified.get(token);
    // Asked here first: the plugin would take an outage of the database for one of its own.
    await auth.keys.find(headerOf(token)?.kid);
    // Loaded when it is first wanted: it would delay the start by a tenth of a second.
    signatures ??= import('./signature-check.ts').then((room) =>
      room.createSignatureCheck(auth.keys),
    );
    const payload = await (await signatures)(request, token);
    if (verified.size >= mostRemembered) verified.clear();
    verified.set(token, payload);
    return payload;
  };

  const readClaims = async (request: Request, token: string): Promise<AccessClaims> => {
    if (token.length > longestToken || headerOf(token)?.typ !== tokenType) throw invalidToken();
    const payload = await verify(request, token);
    if (isOurClaims(payload, auth.issuer(), clock())) return payload;
    verified.delete(token);
    const isForUs = (payload as { aud?: unknown } | undefined)?.aud === auth.issuer();
    throw invalidToken(
      isForUs
        ? 'The token has expired, or is not valid yet.'
        : `The token is for another service than ${auth.issuer()}: was it made with another HOST, PORT or PUBLIC_URL?`,
    );
  };

  return {
    async identify(request, state) {
      // Until the credential has proved good, and if it does not, the address answers for the request.
      state.caller = auth.authenticator.anonymous;
      const header = request.headers.get('authorization');
      if (header === null) return;
      const isAlone = countAuthorizations(state) <= 1;
      // Basic is for the OAuth endpoints, which read it as the client's own credentials.
      if (isAlone && /^basic /i.test(header)) return;
      const token = isAlone ? bearerOf(request) : undefined;
      if (token === undefined)
        throw invalidToken('Send one header «Authorization: Bearer <token>».');
      state.caller = looksLikeApiKey(token)
        ? await auth.authenticator.fromApiKey(token)
        : await auth.authenticator.fromClaims(await readClaims(request, token));
    },
  };
}

function bearerOf({ headers }: Request): string | undefined {
  return /^bearer +([\w.~+/-]+=*)$/i.exec(headers.get('authorization') ?? '')?.[1];
}

/** Node keeps the first of two Authorization headers and forgets the other; the raw list has both. */
function countAuthorizations(state: RequestState): number {
  const { req } = state as { req?: IncomingMessage };
  const names = req?.rawHeaders.filter((_, index) => index % 2 === 0) ?? [];
  return names.filter((name) => name.toLowerCase() === 'authorization').length;
}
