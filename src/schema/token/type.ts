import type { Introspection } from '../../auth/introspect-token.ts';
import type { TokenSet } from '../../auth/token-service.ts';
import { builder } from '../builder.ts';

export const TokenSetRef = builder.objectRef<TokenSet>('TokenSet').implement({
  description: 'A token response (RFC 6749).',
  fields: (t) => ({
    accessToken: t.exposeString('accessToken', {
      description: 'Send it in the header `Authorization: Bearer <token>`.',
    }),
    tokenType: t.exposeString('tokenType', { description: 'Always Bearer.' }),
    expiresIn: t.exposeInt('expiresIn', {
      description: 'Lifetime of the access token in seconds.',
    }),
    refreshToken: t.exposeString('refreshToken', {
      nullable: true,
      description: 'Valid for one use at the token endpoint; null for client_credentials.',
    }),
    scope: t.exposeString('scope', { description: 'Granted scopes, space-separated.' }),
  }),
});

export const IntrospectionRef = builder.objectRef<Introspection>('TokenIntrospection').implement({
  description: 'A token introspection response (RFC 7662).',
  fields: (t) => ({
    active: t.exposeBoolean('active', {
      description: 'Whether the token is valid now; if not, all other fields are null.',
    }),
    scope: t.exposeString('scope', {
      nullable: true,
      description: 'Granted scopes, space-separated.',
    }),
    clientId: t.exposeString('clientId', {
      nullable: true,
      description: 'Id of the API key the token was issued to.',
    }),
    username: t.exposeString('username', {
      nullable: true,
      description: 'E-mail address of the account.',
    }),
    tokenType: t.exposeString('tokenType', {
      nullable: true,
      description: 'Bearer or refresh_token.',
    }),
    exp: t.exposeInt('exp', { nullable: true, description: 'Expiration time, in Unix seconds.' }),
    iat: t.exposeInt('iat', { nullable: true, description: 'Time of issue, in Unix seconds.' }),
    sub: t.exposeString('sub', { nullable: true, description: 'Id of the account.' }),
    aud: t.exposeString('aud', { nullable: true, description: 'Intended audience.' }),
    iss: t.exposeString('iss', { nullable: true, description: 'URL of the issuing service.' }),
    jti: t.exposeString('jti', { nullable: true, description: 'Unique id of the token.' }),
  }),
});
