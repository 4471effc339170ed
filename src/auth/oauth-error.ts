import { type ErrorCode, errorTable, ServiceError } from '../domain/errors.ts';

/** Error codes of RFC 6749 and RFC 7009. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'unsupported_token_type'
  | 'invalid_scope';

/** RFC 6749 uses 400 for all of them except failed client authentication. */
const codes: Record<OAuthErrorCode, ErrorCode> = {
  invalid_request: 'BAD_REQUEST',
  invalid_client: 'UNAUTHENTICATED',
  invalid_grant: 'BAD_REQUEST',
  unsupported_grant_type: 'BAD_REQUEST',
  unsupported_token_type: 'BAD_REQUEST',
  invalid_scope: 'BAD_REQUEST',
};

export class OAuthError extends ServiceError {
  readonly error: OAuthErrorCode;

  constructor(error: OAuthErrorCode, message: string) {
    const challenge =
      error === 'invalid_client' ? { 'WWW-Authenticate': 'Basic realm="quaestor"' } : undefined;
    super(codes[error], message, { headers: { 'Cache-Control': 'no-store', ...challenge } });
    this.error = error;
  }
}

export function oauthError(error: OAuthErrorCode, message: string): OAuthError {
  return new OAuthError(error, message);
}

/** Any error of an OAuth endpoint with an error code of RFC 6749; the HTTP status is unchanged. */
export function asOAuthError(error: ServiceError): ServiceError {
  if (error instanceof OAuthError) return error;
  switch (error.code) {
    case 'BAD_REQUEST':
    case 'BAD_USER_INPUT':
      return new OAuthError('invalid_request', error.message);
    case 'UNAUTHENTICATED':
      return new OAuthError('invalid_client', error.message);
    default: {
      const { code, message, faults, headers, cause } = error;
      const isServerError = errorTable[code].status >= 500;
      const oauthCode = isServerError ? 'temporarily_unavailable' : 'invalid_request';
      const members = { ...error.members, error: oauthCode, error_description: message };
      return new ServiceError(code, message, { faults, headers, members, cause });
    }
  }
}
