import { type ExecutionResult, GraphQLError } from 'graphql';
import { isAsyncIterable, mapAsyncIterator } from 'graphql-yoga';
import { errorTable, ServiceError } from '../domain/errors.ts';
import type { Log } from '../log.ts';
import { toGraphqlError } from './public-error.ts';
import type { RequestState } from './request-state.ts';
import type { ServerPlugin } from './server-plugin.ts';

/** Gives every error of a result its code, and masks internal errors in any NODE_ENV. */
export function useErrors(log: Log): ServerPlugin {
  const cleanResults = new WeakSet<object>();
  const clean = (result: unknown, state: RequestState): ExecutionResult | undefined => {
    if (!isResult(result) || !result.errors?.length || cleanResults.has(result)) return undefined;
    // A subscription that fails to start has no data, though its error has a path.
    const hasRun = result.data !== undefined;
    const errors = result.errors.map((error) =>
      toGraphqlError(asGraphqlError(error), state.requestId, log, hasRun),
    );
    if (state.idempotency && errors.some(isServerError)) state.idempotency.isTransient = true;
    const cleaned = { ...result, errors };
    cleanResults.add(cleaned);
    return cleaned;
  };
  return {
    // Results of operations, over REST and GraphQL; each event of a subscription.
    onExecutionResult({ result, setResult, context: state }) {
      if (isAsyncIterable(result)) {
        // An error that ends a stream arrives as its last event, which holds nothing but errors.
        return setResult(mapAsyncIterator(result, (event) => clean(event, state) ?? event));
      }
      const cleaned = clean(result, state);
      if (cleaned) setResult(cleaned);
    },
    // Results without an operation: a request that could not be parsed.
    onResultProcess({ result, setResult, serverContext }) {
      const cleaned = clean(result, serverContext);
      if (cleaned) setResult(cleaned);
    },
  };
}

/** GraphQL reports a server error with status 200, REST does not: idempotency must not depend on it. */
function isServerError({ originalError }: GraphQLError): boolean {
  return originalError instanceof ServiceError && errorTable[originalError.code].status >= 500;
}

function isResult(result: unknown): result is ExecutionResult {
  return typeof result === 'object' && result !== null && !isAsyncIterable(result);
}

function asGraphqlError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
}
