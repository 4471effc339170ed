import { generateKeyPairSync } from 'node:crypto';
import { useJWT } from '@graphql-yoga/plugin-jwt';
import { GraphQLError } from 'graphql';
import { createLogger } from 'graphql-yoga';
import type { Auth } from '../auth/auth.ts';
import { invalidToken } from '../domain/caller.ts';

/** The payload of a token that somebody of ours has signed; 401 for any other. */
export type SignatureCheck = (request: Request, token: string) => Promise<unknown>;

/** Yoga's JWT plugin, called by hand for one token. */
export function createSignatureCheck(keys: Auth['keys']): SignatureCheck {
  const stranger = makeStranger();
  const tokens = new WeakMap<Request, string>();
  const jwt = useJWT({
    tokenLookupLocations: [({ request }) => ({ token: (request && tokens.get(request)) ?? '' })],
    // The plugin takes an unknown key for an outage of ours; a key nobody signs with makes it a bad token.
    signingKeyProviders: [async (kid) => (await keys.find(kid)) ?? stranger],
    // Time and issuer are checked with the other claims, by our clock.
    tokenVerification: { algorithms: ['ES256'], ignoreExpiration: true, ignoreNotBefore: true },
    reject: { missingToken: false, invalidToken: true },
    extendContext: 'jwt',
  });
  jwt.onYogaInit?.({ yoga: { logger: createLogger('silent') } } as never);

  return async (request, token) => {
    const found: { jwt?: { payload: unknown } } = {};
    tokens.set(request, token);
    try {
      await jwt.onRequestParse?.({
        request,
        serverContext: found,
        url: new URL(request.url),
      } as never);
    } catch (error) {
      throw error instanceof GraphQLError ? invalidToken() : error;
    }
    return found.jwt?.payload;
  };
}

function makeStranger(): string {
  const { publicKey } = generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
  return publicKey;
}
