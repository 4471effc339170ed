import type { JWTExtendContextFields } from '@graphql-yoga/plugin-jwt';
import { GraphQLError } from 'graphql';
import { LRUCache } from 'lru-cache';
import { atMost } from '../domain/cache-bound.ts';
import {
  type AccessClaims,
  type AccessTokenOptions,
  isValidClaims,
  tokenType,
} from './access-token.ts';
import type { SigningKeys } from './signing-keys.ts';

/** An access token is either valid now, or not, with a reason where one helps the caller. */
export type Verification =
  | { readonly claims: AccessClaims }
  | { readonly claims: undefined; readonly reason?: string };

export interface TokenVerifier {
  verify(token: string): Promise<Verification>;
  /** The claims of a token whose signature was checked before and that is still valid. */
  recall(token: string): AccessClaims | undefined;
}

const maxTokenLength = 4096;
const maxCachedTokens = 10_000;
const invalid: Verification = { claims: undefined };

/**
 * Verifies access tokens, for callers and for introspection alike. Yoga's JWT plugin checks the
 * signature, with ES256 and our own keys only; type, issuer and times are checked by our clock.
 */
export function createTokenVerifier(
  options: Pick<AccessTokenOptions, 'keys' | 'issuer' | 'clock'>,
): TokenVerifier {
  const { keys, issuer, clock } = options;
  // A signature costs more to check than many a query; it stays good until the token expires.
  const payloads = new LRUCache<string, object>(atMost(maxCachedTokens));
  let checkSignature: Promise<SignatureCheck> | undefined;

  const readPayload = async (token: string): Promise<object | undefined> => {
    const known = payloads.get(token);
    if (known) return known;
    const header = token.length <= maxTokenLength ? headerOf(token) : undefined;
    // The plugin would report an unknown key as an outage of ours, and an outage as an unknown key.
    if (header?.typ !== tokenType || !(await keys.find(header.kid))) return undefined;
    checkSignature ??= createSignatureCheck(keys);
    const payload = await (await checkSignature)(token);
    if (payload) payloads.set(token, payload);
    return payload;
  };

  return {
    async verify(token) {
      const payload = await readPayload(token);
      if (!payload) return invalid;
      if (isValidClaims(payload, issuer(), clock())) return { claims: payload };
      payloads.delete(token);
      const isForUs = 'aud' in payload && payload.aud === issuer();
      return {
        claims: undefined,
        reason: isForUs
          ? 'The token has expired or is not valid yet.'
          : `The token was issued for another service than ${issuer()}. Check HOST, PORT and PUBLIC_URL.`,
      };
    },
    recall(token) {
      const payload = payloads.get(token);
      return payload && isValidClaims(payload, issuer(), clock()) ? payload : undefined;
    },
  };
}

type SignatureCheck = (token: string) => Promise<object | undefined>;

/** The JWT plugin in a Yoga instance of its own, whose context holds a token instead of a request. */
async function createSignatureCheck(keys: SigningKeys): Promise<SignatureCheck> {
  // Imported at the first token: the start would take a tenth of a second longer.
  const [{ createYoga }, { useJWT }] = await Promise.all([
    import('graphql-yoga'),
    import('@graphql-yoga/plugin-jwt'),
  ]);
  const { getEnveloped } = createYoga<{ token: string }, { jwt?: JWTExtendContextFields }>({
    plugins: [
      useJWT({
        tokenLookupLocations: [({ serverContext }) => ({ token: String(serverContext.token) })],
        signingKeyProviders: [async (kid) => (await keys.find(kid)) ?? ''],
        tokenVerification: { algorithms: ['ES256'], ignoreExpiration: true, ignoreNotBefore: true },
      }),
    ],
    maskedErrors: false,
    logging: false,
    disposeOnProcessTerminate: false,
  });
  return async (token) => {
    try {
      const { jwt } = await getEnveloped({ token }).contextFactory();
      return typeof jwt?.payload === 'object' ? jwt.payload : undefined;
    } catch (error) {
      if (error instanceof GraphQLError) return undefined;
      throw error;
    }
  };
}

/** The header as it was sent, not verified; undefined where it cannot be parsed. */
function headerOf(token: string): { typ?: unknown; kid?: unknown } | undefined {
  try {
    const [header = ''] = token.split('.');
    return JSON.parse(Buffer.from(header, 'base64url').toString()) ?? undefined;
  } catch {
    return undefined;
  }
}
