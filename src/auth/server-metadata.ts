import { type Scope, scopes } from '../domain/scopes.ts';

/** OAuth 2.0 authorization server metadata (RFC 8414). */
export function describeAuthorizationServer(
  issuer: string,
  anonymousScopes: ReadonlySet<Scope>,
): object {
  const at = (path: string) => `${issuer}${path}`;
  const clientAuthentication = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer,
    token_endpoint: at('/auth/token'),
    revocation_endpoint: at('/auth/revoke'),
    introspection_endpoint: at('/auth/introspect'),
    jwks_uri: at('/.well-known/jwks.json'),
    scopes_supported: scopes,
    // What pages can show before anybody signs in, without trying.
    anonymous_scopes: [...anonymousScopes],
    grant_types_supported: ['client_credentials', 'refresh_token'],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint_auth_methods_supported: ['none', ...clientAuthentication],
    introspection_endpoint_auth_methods_supported: clientAuthentication,
  };
}

/** OAuth 2.0 protected resource metadata (RFC 9728) of a path and what is below it. */
export function describeProtectedResource(issuer: string, path: string): object {
  return {
    resource: `${issuer}${path}`,
    resource_name: 'Quaestor',
    authorization_servers: [issuer],
    bearer_methods_supported: ['header'],
    scopes_supported: scopes,
    resource_documentation: `${issuer}/docs`,
  };
}
