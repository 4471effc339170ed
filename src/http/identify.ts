import { generateKeyPairSync } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { useJWT } from '@graphql-yoga/plugin-jwt';
import { GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { type AccessClaims, headerOf, isOurClaims, tokenType } from '../auth/access-token.ts';
import type { Auth } from '../auth/auth.ts';
import { looksLikeApiKey } from '../auth/opaque-token.ts';
import { invalidToken } from '../domain/caller.ts';
import type { RequestState } from './request-state.ts';

export interface Identification {
  /** Says who is asking, from the request's Authorization header; throws 401 for a credential that is not good. */
  identify(request: Request, state: RequestState): Promise<void>;
  readonly plugin: Plugin;
}

const longestToken = 4096;
const mostRemembered = 10_000;

/**
 * Callers of both interfaces are identified here, once a request. Yoga's JWT plugin checks signatures;
 * what it leaves open is decided around it: ES256 alone, a kid of ours, our issuer, an expiry.
 */
export function createIdentification(auth: Auth, clock: () => Date): Identification {
  const stranger = makeStranger();
  const jwt = useJWT({
    tokenLookupLocations: [({ request }) => ({ token: (request && bearerOf(request)) ?? '' })],
    // The plugin takes an unknown key for an outage of ours; a key nobody signs with makes it a bad token.
    signingKeyProviders: [async (kid) => (await auth.keys.find(kid)) ?? stranger],
    // Time and issuer are checked with the other claims, by our clock.
    tokenVerification: { algorithms: ['ES256'], ignoreExpiration: true, ignoreNotBefore: true },
    reject: { missingToken: false, invalidToken: true },
    extendContext: 'jwt',
  });
  const verified = new Map<string, unknown>();

  const verify = async (request: Request, token: string): Promise<unknown> => {
    // Checking a signature costs more than many a query; a token that was good is good until it expires.
    if (verified.has(token)) return verified.get(token);
    const found: { jwt?: { payload: unknown } } = {};
    // Asked here first: the plugin would take an outage of the database for one of its own.
    await auth.keys.find(headerOf(token)?.kid);
    try {
      await jwt.onRequestParse?.({
        request,
        serverContext: found,
        url: new URL(request.url),
      } as never);
    } catch (error) {
      throw error instanceof GraphQLError ? invalidToken() : error;
    }
    if (verified.size >= mostRemembered) verified.clear();
    verified.set(token, found.jwt?.payload);
    return found.jwt?.payload;
  };

  const readClaims = async (request: Request, token: string): Promise<AccessClaims> => {
    if (token.length > longestToken || headerOf(token)?.typ !== tokenType) throw invalidToken();
    const payload = await verify(request, token);
    if (isOurClaims(payload, auth.issuer(), clock())) return payload;
    verified.delete(token);
    throw invalidToken('The token has expired, or is not for this service.');
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
    plugin: jwt.onYogaInit ? { onYogaInit: jwt.onYogaInit } : {},
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

function makeStranger(): string {
  const { publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return publicKey;
}
