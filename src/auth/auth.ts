import type { Database } from '../db/database.ts';
import type { SecondFactorPolicy } from '../domain/auth-settings.ts';
import { invalidToken } from '../domain/caller.ts';
import type { Scope } from '../domain/scopes.ts';
import type { AccessClaims, AccessTokenOptions } from './access-token.ts';
import { type Authenticator, createAuthenticator } from './authenticator.ts';
import type { PasswordPolicy } from './password-policy.ts';
import { createSecretBox, type SecretBox } from './secret-box.ts';
import { createStandingOf, type StandingOf } from './session-standing.ts';
import { createSharedSecrets, type SharedSecrets } from './shared-secrets.ts';
import { createSigningKeys, type SigningKeys } from './signing-keys.ts';
import { createTokenService, type TokenService } from './token-service.ts';
import { createTokenVerifier } from './token-verifier.ts';

/** Authentication: callers, their tokens and the keys that sign them. */
export interface Auth {
  /** On connections that other work cannot use up. */
  readonly database: Database;
  readonly tokens: TokenService;
  readonly keys: SigningKeys;
  readonly secrets: SharedSecrets;
  /** Encrypts what must be readable again, such as the secrets of webhooks. */
  readonly box: SecretBox;
  readonly authenticator: Authenticator;
  readonly passwords: PasswordPolicy;
  readonly standingOf: StandingOf;
  readonly issuer: () => string;
  /** Of a refresh token, in seconds. */
  readonly refreshLifetime: number;
  /** The claims of an access token; throws 401 when it is not valid. */
  verifyToken(token: string): Promise<AccessClaims>;
  /** The claims of an access token; undefined when it is not valid. */
  readToken(token: string): Promise<AccessClaims | undefined>;
}

/** What work on tokens needs beside the token itself; every resolver's context has it. */
export interface AuthContext {
  readonly auth: Auth;
  readonly database: Database;
  readonly clock: () => Date;
}

export interface AuthOptions {
  readonly database: Database;
  readonly clock: () => Date;
  readonly issuer: () => string;
  readonly dataKey: string | undefined;
  readonly passwords: PasswordPolicy;
  readonly anonymousScopes: readonly Scope[];
  readonly requireSecondFactor: SecondFactorPolicy;
  /** Seconds. */
  readonly accessLifetime: number;
  readonly refreshLifetime: number;
  /** Seconds. */
  readonly sessionLifetime: number;
}

export function createAuth(options: AuthOptions): Auth {
  const { database, clock, issuer, dataKey, passwords, anonymousScopes } = options;
  const { refreshLifetime, sessionLifetime } = options;
  const lifetime = options.accessLifetime;
  const box = createSecretBox(dataKey);
  const keys = createSigningKeys({ database, box, clock, retentionMs: lifetime * 1000 });
  const access: AccessTokenOptions = { keys, issuer, lifetime, clock };
  const standingOf = createStandingOf(options.requireSecondFactor);
  const verifier = createTokenVerifier(access);
  return {
    database,
    keys,
    box,
    passwords,
    secrets: createSharedSecrets({ database, box, clock }),
    issuer,
    refreshLifetime,
    standingOf,
    tokens: createTokenService({
      ...access,
      database,
      refreshLifetime,
      sessionLifetime,
      standingOf,
    }),
    authenticator: createAuthenticator({
      database,
      anonymousScopes,
      clock,
      standingOf,
      recall: verifier.recall,
    }),
    async verifyToken(token) {
      const verification = await verifier.verify(token);
      if (verification.claims) return verification.claims;
      throw invalidToken(verification.reason);
    },
    readToken: async (token) => (await verifier.verify(token)).claims,
  };
}
