import { randomUUID } from 'node:crypto';
import jsonwebtoken from 'jsonwebtoken';
import { isScope, type Scope } from '../domain/scopes.ts';
import { isUuid } from '../domain/uuid.ts';
import type { SigningKeys } from './signing-keys.ts';

/** What the header of an access token calls it (RFC 9068); no other JWT passes for one. */
export const tokenType = 'at+jwt';

/** A node's clock may be behind that of the node which made the token. */
const clockSkew = 60;

/** What an access token says (RFC 9068). */
export interface AccessClaims {
  readonly iss: string;
  readonly aud: string;
  readonly sub: string;
  /** The login behind the token, or … */
  readonly sid?: string;
  /** … the API key. */
  readonly client_id?: string;
  readonly scope: string;
  readonly iat: number;
  /** We set none, but a token that has one is not good before it. */
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
  /** Who we say we are; asked late, since a service on a free port learns it when it listens. */
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
  return jsonwebtoken.sign(claims, privateKey, {
    algorithm: 'ES256',
    keyid: kid,
    header: { alg: 'ES256', typ: tokenType },
  });
}

/** The claims of a token of ours that is good now; undefined for anything else. */
export async function readAccessToken(
  { keys, issuer, clock }: AccessTokenOptions,
  token: string,
): Promise<AccessClaims | undefined> {
  const header = headerOf(token);
  const publicKey = header?.typ === tokenType ? await keys.find(header.kid) : undefined;
  if (!publicKey) return undefined;
  try {
    const clockTimestamp = Math.floor(clock().getTime() / 1000);
    const payload = jsonwebtoken.verify(token, publicKey, {
      algorithms: ['ES256'],
      clockTimestamp,
    });
    return isOurClaims(payload, issuer(), clock()) ? payload : undefined;
  } catch {
    return undefined;
  }
}

/** The header as it was sent, checked by nobody; undefined where it cannot be read. */
export function headerOf(token: string): { typ?: unknown; kid?: unknown } | undefined {
  try {
    const [header = ''] = token.split('.');
    return JSON.parse(Buffer.from(header, 'base64url').toString()) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether a verified payload is an access token of ours that is good now. */
export function isOurClaims(payload: unknown, issuer: string, now: Date): payload is AccessClaims {
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
    claims.iat <= seconds + clockSkew &&
    (claims.nbf === undefined || claims.nbf <= seconds + clockSkew)
  );
}

function isId(value: unknown): boolean {
  return typeof value === 'string' && isUuid(value);
}

export function scopesIn(words: string): Scope[] {
  return words.split(' ').filter(isScope);
}
