import type { Database } from '../db/database.ts';
import type { Scope } from '../domain/scopes.ts';
import { type AccessClaims, type AccessTokenOptions, readAccessToken } from './access-token.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import { createSecretBox } from './secret-box.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';
import { createTokenService, type TokenService } from './token-service.ts';

/** Everything that knows callers and their tokens. */
export interface Auth {
  readonly tokens: TokenService;
  readonly keys: SigningKeys;
  readonly authenticator: Authenticator;
  readonly issuer: () => string;
  readToken(token: string): Promise<AccessClaims | undefined>;
}

export interface AuthOptions {
  readonly database: Database;
  readonly clock: () => Date;
  readonly issuer: () => string;
  readonly dataKey: string | undefined;
  readonly anonymousScopes: readonly Scope[];
  /** Seconds. */
  readonly accessLifetime: number;
  readonly refreshLifetime: number;
}

export function createAuth(options: AuthOptions): Auth {
  const { database, clock, issuer, dataKey, anonymousScopes } = options;
  const lifetime = options.accessLifetime;
  const box = createSecretBox(dataKey);
  const keys = createSigningKeys({ database, box, clock, keepFor: lifetime * 1000 });
  const access: AccessTokenOptions = { keys, issuer, lifetime, clock };
  return {
    keys,
    issuer,
    tokens: createTokenService({ ...access, database, refreshLifetime: options.refreshLifetime }),
    authenticator: createAuthenticator({ database, anonymousScopes, clock }),
    readToken: (token) => readAccessToken(access, token),
  };
}
