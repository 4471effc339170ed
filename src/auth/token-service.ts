import { v7 as uuidv7 } from 'uuid';
import type { Database } from '../db/database.ts';
import type { Account } from '../db/generated/prisma/client.ts';
import { inTransaction, type Transaction } from '../db/transaction.ts';
import { commonScopes, isScope, type Scope, scopesOf } from '../domain/scopes.ts';
import { type AccessTokenOptions, signAccessToken } from './access-token.ts';
import { findApiKey } from './api-keys.ts';
import { oauthError } from './oauth-error.ts';
import { hashToken, makeRefreshToken } from './opaque-token.ts';

/** What a grant gives: RFC 6749's token response. */
export interface TokenSet {
  readonly accessToken: string;
  readonly tokenType: 'Bearer';
  readonly expiresIn: number;
  readonly refreshToken: string | null;
  readonly scope: string;
}

export interface TokenService {
  /** Begins a session of an account whose password was right. */
  begin(account: Account, userAgent: string | null): Promise<TokenSet>;
  /** Trades a refresh token for a new pair; any second use ends the whole session. */
  refresh(refreshToken: string, scope?: string): Promise<TokenSet>;
  /** An access token for a program that holds an API key. */
  forClient(clientId: string, clientSecret: string, scope?: string): Promise<TokenSet>;
  /** An access token without a session, for the command line. */
  sign(accountId: string, keyId: string, scopes: readonly Scope[]): Promise<string>;
}

export interface TokenServiceOptions extends AccessTokenOptions {
  readonly database: Database;
  /** Seconds. */
  readonly refreshLifetime: number;
}

export function createTokenService(options: TokenServiceOptions): TokenService {
  const { database, clock, lifetime, refreshLifetime } = options;

  const makeSet = async (
    subject: Parameters<typeof signAccessToken>[1],
    refreshToken: string | null,
  ): Promise<TokenSet> => ({
    accessToken: await signAccessToken(options, subject),
    tokenType: 'Bearer',
    expiresIn: lifetime,
    refreshToken,
    scope: subject.scopes.join(' '),
  });

  const expiry = () => new Date(clock().getTime() + refreshLifetime * 1000);

  const addRefreshToken = async (transaction: Transaction, sessionId: string): Promise<string> => {
    const token = makeRefreshToken();
    await transaction.refreshToken.create({
      data: { hash: hashToken(token), sessionId, createdAt: clock(), expiresAt: expiry() },
    });
    return token;
  };

  return {
    async begin(account, userAgent) {
      const session = { id: uuidv7(), accountId: account.id, userAgent, createdAt: clock() };
      const refreshToken = await inTransaction(database, async (transaction) => {
        await transaction.session.create({
          data: { ...session, lastUsedAt: session.createdAt, expiresAt: expiry() },
        });
        return addRefreshToken(transaction, session.id);
      });
      const subject = {
        accountId: account.id,
        sessionId: session.id,
        scopes: scopesOf(account.role),
      };
      return makeSet(subject, refreshToken);
    },

    async refresh(given, scope) {
      const outcome = await inTransaction(database, async (transaction) => {
        const owner = await useRefreshToken(transaction, hashToken(given), clock());
        if (!owner) return undefined;
        const { account, sessionId } = owner;
        const scopes = narrow(scopesOf(account.role), scope);
        const used = { lastUsedAt: clock(), expiresAt: expiry() };
        await transaction.session.update({ where: { id: sessionId }, data: used });
        const refreshToken = await addRefreshToken(transaction, sessionId);
        return { subject: { accountId: account.id, sessionId, scopes }, refreshToken };
      });
      // Thrown after the transaction: what it did to a stolen session must last.
      if (!outcome) {
        throw oauthError('invalid_grant', 'The refresh token is not valid any more. Log in again.');
      }
      return makeSet(outcome.subject, outcome.refreshToken);
    },

    async forClient(clientId, clientSecret, scope) {
      const key = await findApiKey(database, clientSecret, clock());
      if (!key || key.id !== clientId) {
        throw oauthError('invalid_client', 'There is no API key with this id and secret.');
      }
      const allowed = commonScopes(key.scopes, scopesOf(key.account.role));
      const subject = { accountId: key.accountId, keyId: key.id, scopes: narrow(allowed, scope) };
      return makeSet(subject, null);
    },

    sign: (accountId, keyId, scopes) => signAccessToken(options, { accountId, keyId, scopes }),
  };
}

/**
 * Marks the token as used and returns whose it is. A token used before, also at the same moment by
 * another request, gives a thief away: its session ends, with every token that came of it.
 */
async function useRefreshToken(
  transaction: Transaction,
  hash: string,
  now: Date,
): Promise<{ account: Account; sessionId: string } | undefined> {
  await transaction.$queryRaw`SELECT 1 FROM refresh_tokens WHERE hash = ${hash} FOR UPDATE`;
  const token = await transaction.refreshToken.findUnique({
    where: { hash },
    include: { session: { include: { account: true } } },
  });
  if (!token) return undefined;
  const { session, sessionId } = token;
  if (token.usedAt) {
    await transaction.session.update({ where: { id: sessionId }, data: { revokedAt: now } });
    return undefined;
  }
  if (token.expiresAt <= now || session.revokedAt || session.account.disabledAt) return undefined;
  await transaction.refreshToken.update({ where: { hash }, data: { usedAt: now } });
  return { account: session.account, sessionId };
}

/** The scopes asked for, when they are all allowed; all of them when nothing is asked. */
function narrow(allowed: readonly Scope[], asked: string | undefined): Scope[] {
  if (asked === undefined || asked.trim() === '') return [...allowed];
  const words = asked.trim().split(/ +/);
  const wrong = words.find((word) => !isScope(word) || !allowed.includes(word));
  if (wrong !== undefined) {
    throw oauthError(
      'invalid_scope',
      `The scope ${JSON.stringify(wrong.slice(0, 50))} cannot be given here.`,
    );
  }
  return commonScopes(words, allowed);
}
