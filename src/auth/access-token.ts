import { randomUUID } from 'node:crypto';
import { isScope, type Scope } from '../domain/scopes.ts';
import { isUuid } from '../domain/uuid.ts';
import type { SigningKeys } from './signing-keys.ts';

/** The `typ` of an access token (RFC 9068); no other JWT is accepted as one. */
export const tokenType = 'at+jwt';

/** Seconds by which this node's clock may be behind that of the node that issued the token. */
const maxClockSkew = 60;

/** The claims of an access token (RFC 9068). */
export interface AccessClaims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  /** The session the token belongs to, or … */
  readonly sid?: string;
  /** … the API key. */
  readonly client_id?: string;
  readonly scope: string;
  readonly iat: number;
  /** Never set here, but respected. */
  readonly nbf?: number;
  readonly exp: number;
  readonly jti: string;
}

export interface TokenSubject {
  readonly accountId: string;
  readonly sessionId?: string;
  readonly keyId?: string;
  readonly scopes: readonly Scope[];
}

export interface AccessTokenOptions {
  readonly keys: SigningKeys;
  /** A function, because a service on a free port knows its address only once it listens. */
  readonly issuer: () => string;
  /** Seconds. */
  readonly lifetime: number;
  readonly clock: () => Date;
}

export async function signAccessToken(
  { keys, issuer, lifetime, clock }: AccessTokenOptions,
  { accountId, sessionId, keyId, scopes }: TokenSubject,
): Promise<string> {
  const { kid, privateKey } = await keys.current();
  const iat = Math.floor(clock().getTime() / 1000);
  const claims: AccessClaims = {
    iss: issuer(),
    aud: issuer(),
    sub: accountId,
    ...(sessionId ? { sid: sessionId } : {}),
    ...(keyId ? { client_id: keyId } : {}),
    scope: scopes.join(' '),
    iat,
    exp: iat + lifetime,
    jti: randomUUID(),
  };
  // On demand: few requests sign in.
  const { default: jsonwebtoken } = await import('jsonwebtoken');
  return jsonwebtoken.sign(claims, privateKey, {
    algorithm: 'ES256',
    keyid: kid,
    header: { alg: 'ES256', typ: tokenType },
  });
}

/** Whether the payload of a verified token makes it a valid access token of ours, now. */
export function isValidClaims(
  payload: unknown,
  issuer: string,
  now: Date,
): payload is AccessClaims {
  const claims = payload as Partial<AccessClaims> | null;
  const seconds = now.getTime() / 1000;
  return (
    typeof claims === 'object' &&
    claims !== null &&
    claims.iss === issuer &&
    claims.aud === issuer &&
    isId(claims.sub) &&
    isId(claims.sid) !== isId(claims.client_id) &&
    typeof claims.scope === 'string' &&
    typeof claims.jti === 'string' &&
    typeof claims.exp === 'number' &&
    claims.exp > seconds &&
    typeof claims.iat === 'number' &&
    claims.iat <= seconds + maxClockSkew &&
    (claims.nbf === undefined || claims.nbf <= seconds + maxClockSkew)
  );
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && isUuid(value);
}

export function scopesIn(words: string): Scope[] {
  return words.split(' ').filter(isScope);
}
