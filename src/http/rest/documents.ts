import type { Auth } from '../../auth/auth.ts';
import {
  describeAuthorizationServer,
  describeProtectedResource,
} from '../../auth/server-metadata.ts';

/** A public JSON document at a fixed path, with no GraphQL operation behind it. */
export interface RestDocument {
  readonly path: string;
  readonly name: string;
  readonly summary: string;
  read(auth: Auth): object | Promise<object>;
}

export const documents: readonly RestDocument[] = [
  {
    path: '/.well-known/jwks.json',
    name: 'getJwks',
    summary: 'Public keys that verify access tokens (RFC 7517)',
    read: ({ keys }) => keys.jwks(),
  },
  {
    path: '/.well-known/oauth-authorization-server',
    name: 'getAuthorizationServer',
    summary: 'OAuth 2.0 authorization server metadata (RFC 8414)',
    read: ({ issuer, authenticator }) =>
      describeAuthorizationServer(issuer(), authenticator.anonymous.scopes),
  },
  {
    path: '/.well-known/oauth-protected-resource',
    name: 'getProtectedResource',
    summary: 'OAuth 2.0 protected resource metadata of the whole service (RFC 9728)',
    read: ({ issuer }) => describeProtectedResource(issuer(), ''),
  },
  {
    path: '/.well-known/oauth-protected-resource/mcp',
    name: 'getMcpProtectedResource',
    summary: 'OAuth 2.0 protected resource metadata of /mcp (RFC 9728)',
    read: ({ issuer }) => describeProtectedResource(issuer(), '/mcp'),
  },
];
