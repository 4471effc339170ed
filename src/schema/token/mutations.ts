import { logIn } from '../../auth/login.ts';
import { revokeToken } from '../../auth/revoke-token.ts';
import { hasCredentials, identifyClient } from '../../auth/token-client.ts';
import { loginInput, revocationInput, tokenRequest } from '../../domain/account-input.ts';
import { parseBy } from '../../domain/rules.ts';
import { builder } from '../builder.ts';
import { withoutNulls } from '../page.ts';
import { grantWithCookie, keepInCookie, takeFromCookie } from './cookie.ts';
import { LoginInput, TokenInput, TokenRequestInput } from './inputs.ts';
import { TokenSetRef } from './type.ts';

builder.mutationFields((t) => ({
  login: t.field({
    type: TokenSetRef,
    nullable: true,
    description:
      'Starts a session with an e-mail address and password, and with a code if the account has a second factor: without one, the error has the code SECOND_FACTOR_REQUIRED.',
    extensions: { access: 'public' },
    args: { input: t.arg({ type: LoginInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { loginGate, client, change } = context;
      const { cookie, ...credentials } = parseBy(loginInput, withoutNulls(input));
      const tokens = await logIn(context, change, credentials, loginGate, client.userAgent);
      return cookie ? keepInCookie(tokens, context) : tokens;
    },
  }),

  issueToken: t.field({
    type: TokenSetRef,
    nullable: true,
    description:
      'OAuth 2 token endpoint (RFC 6749) with the grants client_credentials and refresh_token.',
    extensions: { access: 'public' },
    args: { input: t.arg({ type: TokenRequestInput, required: true }) },
    resolve: (_root, { input }, context) =>
      grantWithCookie(context, parseBy(tokenRequest, withoutNulls(input))),
  }),

  revokeToken: t.field({
    type: 'Boolean',
    nullable: true,
    description:
      'Revokes one of your tokens and ends its session (RFC 7009). Returns true for unknown tokens too.',
    extensions: { access: 'public' },
    args: { input: t.arg({ type: TokenInput, required: true }) },
    resolve: async (_root, { input }, context) => {
      const { token = takeFromCookie(context), ...credentials } = parseBy(
        revocationInput,
        withoutNulls(input),
      );
      const isAnonymous = context.caller.accountId === null && !hasCredentials(credentials);
      const client = isAnonymous ? undefined : await identifyClient(context, credentials);
      await revokeToken(context, context.change, token, client);
      return true;
    },
  }),
}));
