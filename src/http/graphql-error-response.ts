import { Response } from '@whatwg-node/fetch';
import { errorTable, type ServiceError } from '../domain/errors.ts';
import { describeForGraphql } from './public-error.ts';

/** A request to /graphql that is rejected before its operation is known: an error in GraphQL's shape. */
export function graphqlErrorResponse(
  error: ServiceError,
  accept: string | null | undefined,
): Response {
  const { status } = errorTable[error.code];
  const isPlain = !accept?.includes('application/graphql-response+json');
  const type = isPlain ? 'application/json' : 'application/graphql-response+json';
  const { extensions, message } = describeForGraphql(error);
  const { http: _, ...visible } = extensions;
  return new Response(JSON.stringify({ errors: [{ message, extensions: visible }] }), {
    // GraphQL over HTTP has no 422: an invalid body is 400.
    status: status === 422 ? 400 : status,
    headers: { 'Content-Type': `${type}; charset=utf-8`, ...error.headers },
  });
}
