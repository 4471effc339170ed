import { findApiKey } from '../../auth/api-keys.ts';
import type { Auth } from '../../auth/auth.ts';
import { oauthError } from '../../auth/oauth-error.ts';
import { isPassword } from '../../auth/passwords.ts';
import type { TokenSet } from '../../auth/token-service.ts';
import {
  canonicalEmail,
  loginInput,
  type TokenRequest,
  tokenInput,
  tokenRequest,
} from '../../domain/account-input.ts';
import { requireAccess } from '../../domain/caller.ts';
import { ServiceError } from '../../domain/errors.ts';
import { parseBy } from '../../domain/rules.ts';
import { isStorable } from '../../domain/text.ts';
import { builder } from '../builder.ts';
import type { Context } from '../context.ts';
import { withoutNulls } from '../page.ts';
import { IntrospectionRef, TokenSetRef } from './caller-types.ts';
import { LoginInput, TokenInput, TokenRequestInput } from './inputs.ts';
import { introspect, revoke } from './token-state.ts';

builder.mutationFields((t) => ({
  login: t.field({
    type: TokenSetRef,
    nullable: true,
    description: 'Tokens for an e-mail address and its password.',
    extensions: { access: 'public' },
    args: { input: t.arg({ type: LoginInput, required: true, description: 'Who.' }) },
    resolve: async (_root, { input }, { auth, loginLimiter, database, client }) => {
      const { email, password } = parseBy(loginInput, input);
      const address = canonicalEmail(email);
      await loginLimiter.begin(address, client.address);
      const account = isStorable(address)
        ? await database.prisma.account.findUnique({ where: { email: address } })
        : null;
      const isRight = await isPassword(account?.passwordHash, password);
      if (!account || !isRight || account.disabledAt) {
        throw new ServiceError('UNAUTHENTICATED', 'The e-mail address or the password is wrong.', {
          headers: { 'WWW-Authenticate': 'Bearer realm="quaestor"' },
        });
      }
      await loginLimiter.succeed(address, client.address);
      return auth.tokens.begin(account, client.userAgent);
    },
  }),

  issueToken: t.field({
    type: TokenSetRef,
    nullable: true,
    description: 'The token endpoint of OAuth 2: the grants client_credentials and refresh_token.',
    extensions: { access: 'public' },
    args: {
      input: t.arg({ type: TokenRequestInput, required: true, description: 'The request.' }),
    },
    resolve: (_root, { input }, { auth }) =>
      grant(auth, parseBy(tokenRequest, withoutNulls(input))),
  }),

  revokeToken: t.field({
    type: 'Boolean',
    nullable: true,
    description:
      'Makes a token useless, and with it its session (RFC 7009). True also for one that is unknown.',
    extensions: { access: 'public' },
    args: { input: t.arg({ type: TokenInput, required: true, description: 'Which token.' }) },
    resolve: async (_root, { input }, context) => {
      const { token, clientId, clientSecret } = parseBy(tokenInput, withoutNulls(input));
      if (clientId !== undefined || clientSecret !== undefined) {
        await findAsker(context, clientId, clientSecret);
      }
      await revoke(context, token);
      return true;
    },
  }),
}));

builder.queryFields((t) => ({
  introspectToken: t.field({
    type: IntrospectionRef,
    nullable: true,
    description: 'What is known of a token of your own account, or as admin of any (RFC 7662).',
    extensions: { access: 'public' },
    args: { input: t.arg({ type: TokenInput, required: true, description: 'Which token.' }) },
    resolve: async (_root, { input }, context) => {
      const { token, clientId, clientSecret } = parseBy(tokenInput, withoutNulls(input));
      const asker = await findAsker(context, clientId, clientSecret);
      return introspect(context, token, asker);
    },
  }),
}));

function grant(auth: Auth, request: TokenRequest): Promise<TokenSet> {
  const { grantType, clientId, clientSecret, refreshToken, scope } = request;
  switch (grantType) {
    case 'client_credentials':
      if (!clientId || !clientSecret) {
        throw oauthError('invalid_client', 'client_credentials needs client_id and client_secret.');
      }
      return auth.tokens.forClient(clientId, clientSecret, scope);
    case 'refresh_token':
      if (!refreshToken)
        throw oauthError('invalid_request', 'refresh_token needs a refresh_token.');
      return auth.tokens.refresh(refreshToken, scope);
    default:
      throw oauthError(
        'unsupported_grant_type',
        'The grants are client_credentials and refresh_token.',
      );
  }
}

/** The account that asks, by its token or by an API key in the request. */
async function findAsker(
  { caller, database, clock }: Context,
  clientId: string | undefined,
  clientSecret: string | undefined,
): Promise<{ accountId: string; isAdmin: boolean }> {
  if (clientId === undefined && clientSecret === undefined) {
    requireAccess(caller, 'authenticated');
    return { accountId: caller.accountId ?? '', isAdmin: caller.scopes.has('admin') };
  }
  const key = await findApiKey(database, clientSecret ?? '', clock());
  if (!key || key.id !== clientId) {
    throw oauthError('invalid_client', 'There is no API key with this id and secret.');
  }
  return {
    accountId: key.accountId,
    isAdmin: key.scopes.includes('admin') && key.account.role === 'admin',
  };
}
