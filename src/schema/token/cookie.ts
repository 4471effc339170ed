import { OAuthError, oauthError } from '../../auth/oauth-error.ts';
import { grantToken } from '../../auth/token-grants.ts';
import type { TokenSet } from '../../auth/token-service.ts';
import type { TokenRequest } from '../../domain/account-input.ts';
import type { Context } from '../context.ts';

/** The tokens without the refresh token, which is in the cookie from now on. */
export function keepInCookie(tokens: TokenSet, { refreshCookie }: Context): TokenSet {
  if (tokens.refreshToken) refreshCookie.store(tokens.refreshToken);
  return { ...tokens, refreshToken: null };
}

/** Grants a token; a refresh token that came in the cookie is replaced there. */
export async function grantWithCookie(context: Context, request: TokenRequest): Promise<TokenSet> {
  const { auth, change, refreshCookie } = context;
  const isRefresh = request.grantType === 'refresh_token' && request.refreshToken === undefined;
  const refreshToken = isRefresh ? refreshCookie.read() : undefined;
  if (!refreshToken) return grantToken(auth.tokens, change, request);
  try {
    const tokens = await grantToken(auth.tokens, change, { ...request, refreshToken });
    return keepInCookie(tokens, context);
  } catch (error) {
    // A token that is refused is of no more use to the browser.
    if (error instanceof OAuthError) refreshCookie.clear();
    throw error;
  }
}

/** The refresh token that is to be revoked, which the browser then drops. */
export function takeFromCookie({ refreshCookie }: Context): string {
  const token = refreshCookie.read();
  if (!token) throw oauthError('invalid_request', 'The parameter token is required.');
  refreshCookie.clear();
  return token;
}
