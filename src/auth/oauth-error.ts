import { type ErrorCode, errorTable, ServiceError } from '../domain/errors.ts';

/** RFC 6749's words for what is wrong with a token request, and RFC 7009's. */
export type OAuthErrorWord =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unsupported_grant_type'
  | 'unsupported_token_type'
  | 'invalid_scope';

/** RFC 6749 answers 400 for all of them but a client that cannot prove itself. */
const codes: Record<OAuthErrorWord, ErrorCode> = {
  invalid_request: 'BAD_REQUEST',
  invalid_client: 'UNAUTHENTICATED',
  invalid_grant: 'BAD_REQUEST',
  unsupported_grant_type: 'BAD_REQUEST',
  unsupported_token_type: 'BAD_REQUEST',
  invalid_scope: 'BAD_REQUEST',
};

export class OAuthError extends ServiceError {
  readonly word: OAuthErrorWord;

  constructor(word: OAuthErrorWord, message: string) {
    const challenge =
      word === 'invalid_client' ? { 'WWW-Authenticate': 'Basic realm="quaestor"' } : undefined;
    super(codes[word], message, { headers: { 'Cache-Control': 'no-store', ...challenge } });
    this.word = word;
  }
}

export function oauthError(word: OAuthErrorWord, message: string): OAuthError {
  return new OAuthError(word, message);
}

/** Any error of an OAuth endpoint in RFC 6749's words; its status stays as it is. */
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
      const isOurs = errorTable[code].status >= 500;
      const word = isOurs ? 'temporarily_unavailable' : 'invalid_request';
      const members = { ...error.members, error: word, error_description: message };
      return new ServiceError(code, message, { faults, headers, members, cause });
    }
  }
}
