import { v7 as uuidv7 } from 'uuid';
import { holdAccount } from '../db/account-store.ts';
import type { Database } from '../db/database.ts';
import type { Account, Session } from '../db/generated/prisma/client.ts';
import { lockRefreshToken } from '../db/refresh-token-store.ts';
import type { Transaction } from '../db/transaction.ts';
import type { ServiceError } from '../domain/errors.ts';
import { commonScopes, isScope, type Scope } from '../domain/scopes.ts';
import { type AccessTokenOptions, signAccessToken } from './access-token.ts';
import { scopesOfKey } from './api-keys.ts';
import { oauthError } from './oauth-error.ts';
import { hashToken, makeRefreshToken } from './opaque-token.ts';
import { wrongCredentials } from './password-proof.ts';
import { type Proof, SecondFactorRequired, useProof, WrongCode } from './second-factor-proof.ts';
import type { StandingOf } from './session-standing.ts';
import { type ClientCredentials, verifyClient } from './token-client.ts';

/** The token response of RFC 6749. */
export interface TokenSet {
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  readonly expiresIn: number;
  readonly refreshToken: string | null;
  readonly scope: string;
}

/** Runs a change in a transaction, in which the request's Idempotency-Key is marked as used. */
export type RunChange = <T>(
  work: (transaction: Transaction) => Promise<T>,
  options: { responseIsSecret: true; database: Database },
) => Promise<T>;

/** A login with the right password; the proof of the second factor may be missing or wrong. */
export interface VerifiedLogin {
  readonly account: Account;
  readonly proof: Proof | undefined;
  readonly userAgent: string | null;
}

export interface TokenService {
  /** Starts a session for an account whose password was verified; uses up the code of its second factor. */
  startSession(change: RunChange, login: VerifiedLogin): Promise<TokenSet>;
  /** Exchanges a refresh token for a new pair; reuse revokes the whole session. */
  refresh(change: RunChange, refreshToken: string, scope?: string): Promise<TokenSet>;
  /** An access token for a client that presents an API key. */
  forClient(change: RunChange, credentials: ClientCredentials, scope?: string): Promise<TokenSet>;
  /** An access token without a session, for the CLI. */
  sign(accountId: string, keyId: string, scopes: readonly Scope[]): Promise<string>;
}

export interface TokenServiceOptions extends AccessTokenOptions {
  readonly database: Database;
  /** Seconds. */
  readonly refreshLifetime: number;
  /** Seconds from the login on, after which refreshing ends. */
  readonly sessionLifetime: number;
  readonly standingOf: StandingOf;
}

export function createTokenService(options: TokenServiceOptions): TokenService {
  const { database, clock, lifetime, refreshLifetime, sessionLifetime, standingOf } = options;
  const secretResponse = { responseIsSecret: true, database } as const;

  const makeTokenSet = async (
    subject: Parameters<typeof signAccessToken>[1],
    refreshToken: string | null,
  ): Promise<TokenSet> => ({
    accessToken: await signAccessToken(options, subject),
    tokenType: 'Bearer',
    expiresIn: lifetime,
    refreshToken,
    scope: subject.scopes.join(' '),
  });

  /** Of a refresh token that is issued now, and so of its session. */
  const expiry = (startedAt: Date) =>
    new Date(
      Math.min(
        clock().getTime() + refreshLifetime * 1000,
        startedAt.getTime() + sessionLifetime * 1000,
      ),
    );

  const addRefreshToken = async (
    transaction: Transaction,
    sessionId: string,
    expiresAt: Date,
  ): Promise<string> => {
    const token = makeRefreshToken();
    await transaction.refreshToken.create({
      data: { hash: hashToken(token), sessionId, createdAt: clock(), expiresAt },
    });
    return token;
  };

  return {
    async startSession(change, { account, proof, userAgent }) {
      const { id: accountId, passwordHash } = account;
      const session = { id: uuidv7(), accountId, userAgent, createdAt: clock() };
      const { scopes, refreshToken } = await change(async (transaction) => {
        // Verifying a password takes a while, in which it may have been changed to shut someone out.
        const current = await holdAccount(transaction, accountId);
        if (current?.passwordHash !== passwordHash || current.disabledAt) throw wrongCredentials();
        const secondFactor = await passSecondFactor(transaction, current, proof);
        const expiresAt = expiry(session.createdAt);
        await transaction.session.create({
          data: { ...session, secondFactor, lastUsedAt: session.createdAt, expiresAt },
        });
        const refreshToken = await addRefreshToken(transaction, session.id, expiresAt);
        return { scopes: standingOf(current, { secondFactor })?.scopes ?? [], refreshToken };
      }, secretResponse);
      return makeTokenSet({ accountId, sessionId: session.id, scopes }, refreshToken);
    },

    async refresh(change, refreshToken, scope) {
      const outcome = await change(async (transaction) => {
        const owner = await useRefreshToken(transaction, hashToken(refreshToken), clock());
        if (owner === 'reused') return undefined;
        const { account, session } = owner;
        const standing = standingOf(account, session);
        if (!standing) throw invalidRefreshToken();
        const scopes = narrowScopes(standing.scopes, scope);
        const expiresAt = expiry(session.createdAt);
        const used = { lastUsedAt: clock(), expiresAt };
        await transaction.session.update({ where: { id: session.id }, data: used });
        const next = await addRefreshToken(transaction, session.id, expiresAt);
        return { subject: { accountId: account.id, sessionId: session.id, scopes }, next };
      }, secretResponse);
      // Thrown after the transaction, so that revoking a stolen session is committed.
      if (!outcome) throw invalidRefreshToken();
      return makeTokenSet(outcome.subject, outcome.next);
    },

    async forClient(change, credentials, scope) {
      const key = await verifyClient(database, credentials, clock());
      const scopes = narrowScopes(scopesOfKey(key), scope);
      // Nothing is stored, but like any response with a credential, this one has its key to itself.
      await change(() => Promise.resolve(), secretResponse);
      const subject = { accountId: key.accountId, keyId: key.id, scopes };
      return makeTokenSet(subject, null);
    },

    sign: (accountId, keyId, scopes) => signAccessToken(options, { accountId, keyId, scopes }),
  };
}

/** Whether the account has a second factor, which the login then has proved. */
async function passSecondFactor(
  transaction: Transaction,
  { id, secondFactorAt }: Account,
  proof: Proof | undefined,
): Promise<boolean> {
  if (!secondFactorAt) return false;
  if (!proof) throw new SecondFactorRequired();
  if (await useProof(transaction, id, proof)) return true;
  throw new WrongCode();
}

function invalidRefreshToken(): ServiceError {
  return oauthError(
    'invalid_grant',
    'The refresh token is expired, revoked or already used. Log in again.',
  );
}

/**
 * Marks the token as used and returns its owner; throws for an invalid one. Reuse, concurrent reuse included, means that the token
 * was stolen: its session is revoked, with every token issued from it.
 */
async function useRefreshToken(
  transaction: Transaction,
  hash: string,
  now: Date,
): Promise<{ account: Account; session: Session } | 'reused'> {
  const token = await lockRefreshToken(transaction, hash);
  if (!token) throw invalidRefreshToken();
  const { session, sessionId } = token;
  if (token.usedAt) {
    await transaction.session.update({ where: { id: sessionId }, data: { revokedAt: now } });
    return 'reused';
  }
  if (token.expiresAt <= now || session.revokedAt || session.account.disabledAt) {
    throw invalidRefreshToken();
  }
  await transaction.refreshToken.update({ where: { hash }, data: { usedAt: now } });
  return { account: session.account, session };
}

/** The requested scopes, which must all be allowed; all allowed scopes when none are requested. */
function narrowScopes(allowed: readonly Scope[], requested: string | undefined): Scope[] {
  if (requested === undefined || requested.trim() === '') return [...allowed];
  const names = requested.trim().split(/ +/);
  const invalid = names.find((name) => !isScope(name) || !allowed.includes(name));
  if (invalid !== undefined && allowed.length === 0) {
    throw oauthError(
      'invalid_scope',
      'Set up a second factor first: until then there are no scopes.',
    );
  }
  if (invalid !== undefined) {
    const shown = JSON.stringify(invalid.slice(0, 50));
    throw oauthError('invalid_scope', `Scope ${shown} is not allowed; use ${allowed.join(', ')}.`);
  }
  return commonScopes(names, allowed);
}
