import { type ExecutionResult, GraphQLError } from 'graphql';
import { errorTable, ServiceError } from '../../domain/errors.ts';
import type { Log } from '../../log.ts';
import { toGraphqlError } from '../public-error.ts';
import type { RequestState } from '../request-state.ts';

/** Gives every error of a result its code, and masks internal errors in any NODE_ENV. */
export function cleanResult(
  result: ExecutionResult,
  state: RequestState,
  log: Log,
): ExecutionResult {
  if (!result.errors?.length) return result;
  // A subscription that fails to start has no data, though its error has a path.
  const hasRun = result.data !== undefined;
  const errors = result.errors.map((error) =>
    toGraphqlError(asGraphqlError(error), state, log, hasRun),
  );
  if (state.idempotency && errors.some(isServerError)) state.idempotency.isTransient = true;
  return { ...result, errors };
}

/** The result of an operation that was rejected, or failed outside of its resolvers. */
export function failedResult(error: unknown): ExecutionResult {
  return { errors: [asGraphqlError(error)] };
}

/** GraphQL reports a server error with status 200, REST does not: idempotency must not depend on it. */
function isServerError({ originalError }: GraphQLError): boolean {
  return originalError instanceof ServiceError && errorTable[originalError.code].status >= 500;
}

function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}
