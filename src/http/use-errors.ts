import { type ExecutionResult, GraphQLError } from 'graphql';
import { isAsyncIterable, mapAsyncIterator } from 'graphql-yoga';
import { errorTable, ServiceError } from '../domain/errors.ts';
import type { Log } from '../log.ts';
import { toGraphqlError } from './public-error.ts';
import type { RequestState } from './request-state.ts';
import type { ServerPlugin } from './server-plugin.ts';

/** Gives every error of every result its code, and masks what is not meant for callers, in any NODE_ENV. */
export function useErrors(log: Log): ServerPlugin {
  const seen = new WeakSet<object>();
  const clean = (result: unknown, state: RequestState): ExecutionResult | undefined => {
    if (!isResult(result) || !result.errors?.length || seen.has(result)) return undefined;
    // A subscription that does not begin has no data, though its error names a place.
    const hasRun = result.data !== undefined;
    const errors = result.errors.map((error) =>
      toGraphqlError(asGraphqlError(error), state.requestId, log, hasRun),
    );
    if (state.idempotency && errors.some(isOurs)) state.idempotency.isTransient = true;
    const cleaned = { ...result, errors };
    seen.add(cleaned);
    return cleaned;
  };
  return {
    // Results of operations, for REST and GraphQL alike; of a subscription each of its events.
    onExecutionResult({ result, setResult, context: state }) {
      if (isAsyncIterable(result)) {
        // What breaks a stream is an event by now: the last one, with nothing but errors in it.
        return setResult(mapAsyncIterator(result, (event) => clean(event, state) ?? event));
      }
      const cleaned = clean(result, state);
      if (cleaned) setResult(cleaned);
    },
    // Results that never became an operation: a request that could not be parsed.
    onResultProcess({ result, setResult, serverContext }) {
      const cleaned = clean(result, serverContext);
      if (cleaned) setResult(cleaned);
    },
  };
}

/** GraphQL tells it in an answer of status 200, REST does not: what is kept must not depend on it. */
function isOurs({ originalError }: GraphQLError): boolean {
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
