import { errorTable, type ServiceError } from '../domain/errors.ts';
import { type HttpResponse, withLowerCaseNames } from './exchange.ts';
import { describeForGraphql } from './public-error.ts';

/** A request to /graphql that is rejected before its operation is known: an error in GraphQL's shape. */
export function graphqlErrorResponse(
  error: ServiceError,
  accept: string | null | undefined,
): HttpResponse {
  const { status } = errorTable[error.code];
  const isPlain = !accept?.includes('application/graphql-response+json');
  const type = isPlain ? 'application/json' : 'application/graphql-response+json';
  const { extensions, message } = describeForGraphql(error);
  const { http: _, ...visible } = extensions;
  return {
    // GraphQL over HTTP has no 422: an invalid body is 400.
    status: status === 422 ? 400 : status,
    headers: { 'content-type': `${type}; charset=utf-8`, ...withLowerCaseNames(error.headers) },
    body: JSON.stringify({ errors: [{ message, extensions: visible }] }),
  };
}
