import type { TokenRequest } from '../domain/account-input.ts';
import { oauthError } from './oauth-error.ts';
import type { RunChange, TokenService, TokenSet } from './token-service.ts';

/** Serves a request to the OAuth 2 token endpoint. */
export function grantToken(
  tokens: TokenService,
  change: RunChange,
  request: TokenRequest,
): Promise<TokenSet> {
  const { grantType, clientId, clientSecret, refreshToken, scope } = request;
  switch (grantType) {
    case 'client_credentials':
      if (!clientId || !clientSecret) {
        throw oauthError(
          'invalid_client',
          'client_credentials requires client_id and client_secret.',
        );
      }
      return tokens.forClient(change, { clientId, clientSecret }, scope);
    case 'refresh_token':
      if (!refreshToken) {
        throw oauthError('invalid_request', 'refresh_token requires the parameter refresh_token.');
      }
      return tokens.refresh(change, refreshToken, scope);
    default:
      throw oauthError(
        'unsupported_grant_type',
        'Supported grant types are client_credentials and refresh_token.',
      );
  }
}
