import { loginInput, revocationInput, tokenRequest } from '../../domain/account-input.ts';
import { builder } from '../builder.ts';

export const LoginInput = builder.inputType('LoginInput', {
  description: 'The credentials of an account.',
  extensions: { rules: loginInput },
  fields: (t) => ({
    email: t.string({ required: true, description: 'Case-insensitive.' }),
    password: t.string({ required: true }),
    code: t.string({
      description:
        'For an account with a second factor: the six digits that the authenticator app shows, or a recovery code. Ignored for others.',
    }),
    cookie: t.boolean({
      description:
        'For browsers: set the refresh token as a cookie, which /auth/token and /auth/revoke read, instead of returning it.',
    }),
  }),
});

export const TokenRequestInput = builder.inputType('TokenRequestInput', {
  description: 'A token request (RFC 6749).',
  extensions: { rules: tokenRequest },
  fields: (t) => ({
    grantType: t.string({ required: true, description: 'client_credentials or refresh_token.' }),
    clientId: t.string({ description: 'Id of an API key; for client_credentials.' }),
    clientSecret: t.string({ description: 'The API key; for client_credentials.' }),
    refreshToken: t.string({ description: 'For refresh_token.' }),
    scope: t.string({ description: 'Space-separated; default: all scopes the grant allows.' }),
  }),
});

export const TokenInput = builder.inputType('TokenInput', {
  description: 'A token to revoke (RFC 7009) or introspect (RFC 7662).',
  extensions: { rules: revocationInput },
  fields: (t) => ({
    token: t.string({
      description: 'An access token, refresh token or API key; required over GraphQL.',
    }),
    tokenTypeHint: t.string({ description: 'access_token or refresh_token; only a hint.' }),
    clientId: t.string({ description: 'Id of an API key, if the request has no bearer token.' }),
    clientSecret: t.string({ description: 'The API key that belongs to clientId.' }),
  }),
});
