import { OAuthError } from '../auth/oauth-error.ts';
import {
  errorTable,
  limitFaults,
  type RuleCode,
  ServiceError,
  summarizeFaults,
} from '../domain/errors.ts';
import { type HttpResponse, withLowerCaseNames } from './exchange.ts';

/** A validation error in REST names. */
export interface ProblemItem {
  readonly pointer?: string;
  readonly parameter?: string;
  readonly code: string;
  readonly detail: string;
  readonly more?: number;
}

/** The error for validation errors in REST names, and those that it lists. */
export function validationProblem(
  code: RuleCode,
  items: readonly ProblemItem[],
): { error: ServiceError; faults: readonly ProblemItem[] } {
  const { listed, more } = limitFaults(items);
  const members = more > 0 ? { more } : {};
  return { error: new ServiceError(code, summarizeFaults(items), { members }), faults: listed };
}

export interface ProblemContext {
  readonly requestId: string;
  readonly instance: string;
}

/** An error as RFC 9457 problem details. */
export function problemResponse(
  error: ServiceError,
  { requestId, instance }: ProblemContext,
  items: readonly ProblemItem[] = [],
): HttpResponse {
  const { status, title } = errorTable[error.code];
  const problem = {
    type: problemType(error.code),
    title,
    status,
    detail: error.message,
    instance,
    code: error.code,
    request_id: requestId,
    ...error.members,
    ...(error instanceof OAuthError
      ? { error: error.error, error_description: error.message }
      : {}),
    ...(items.length > 0 ? { errors: items.map(({ more: _, ...item }) => item) } : {}),
  };
  return {
    status,
    headers: {
      'content-type': problemMediaType(error instanceof OAuthError),
      ...withLowerCaseNames(error.headers),
    },
    body: JSON.stringify(problem),
  };
}

/** RFC 6749 has its errors in application/json, and its clients read them nowhere else. */
export function problemMediaType(isOAuthError: boolean): string {
  return isOAuthError ? 'application/json' : 'application/problem+json';
}

export function problemType(code: string): string {
  return `/problems/${code.toLowerCase().replaceAll('_', '-')}`;
}
