/** OAuth 2.0 authorization server metadata (RFC 8414). */
export function describeAuthorizationServer(issuer: string): object {
  const at = (path: string) => `${issuer}${path}`;
  const clientAuthentication = ['client_secret_basic', 'client_secret_post'];
  return {
    issuer,
    token_endpoint: at('/auth/token'),
    revocation_endpoint: at('/auth/revoke'),
    introspection_endpoint: at('/auth/introspect'),
    jwks_uri: at('/.well-known/jwks.json'),
    grant_types_supported: ['client_credentials', 'refresh_token'],
    response_types_supported: [],
    token_endpoint_auth_methods_supported: clientAuthentication,
    revocation_endpoint_auth_methods_supported: ['none', ...clientAuthentication],
    introspection_endpoint_auth_methods_supported: clientAuthentication,
  };
}
