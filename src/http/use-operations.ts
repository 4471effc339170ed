import { type ExecutionResult, GraphQLError } from 'graphql';
import { isAsyncIterable } from 'graphql-yoga';
import type { Log } from '../log.ts';
import { cleanResult } from './operations/clean-result.ts';
import type { OperationCache } from './operations/operation-cache.ts';
import type { OperationResult, RunOperation } from './operations/run-operation.ts';
import type { ServerPlugin, YogaContext } from './server-plugin.ts';

export interface OperationsOptions {
  readonly operations: OperationCache;
  readonly run: RunOperation;
  /** Aborted when the service shuts down. */
  readonly shutdown: AbortSignal;
  readonly log: Log;
}

/** Yoga reads requests and writes results; the operations in between run like those of REST rows. */
export function useOperations({ operations, run, log }: OperationsOptions): ServerPlugin {
  const results = new WeakSet<object>();
  const keep = (result: OperationResult) => {
    results.add(result);
    return result;
  };
  return {
    onParams({ setParamsHandler }) {
      setParamsHandler(async ({ params, request, context }) => {
        // Complete, since the server has made it.
        const { state, result: known } = context as unknown as YogaContext;
        if (known) return keep(known);
        const { query = '', operationName, variables, extensions } = params;
        const prepared = operations.prepare(query, operationName);
        const isRejected = prepared.kind === 'mutation' && request.method === 'GET';
        const result = await run(
          isRejected ? { errors: [mutationByGet()] } : prepared,
          { variables, showsCost: extensions?.cost === true },
          state,
        );
        return keep(result);
      });
    },
    // Yoga's own results, of requests that name no operation.
    onResultProcess({ result, setResult, serverContext: { state } }) {
      if (isAsyncIterable(result) || Array.isArray(result) || results.has(result)) return;
      setResult(cleanResult(result as ExecutionResult, state, log));
    },
  };
}

function mutationByGet(): GraphQLError {
  return new GraphQLError('Can only perform a mutation operation from a POST request.', {
    extensions: { code: 'BAD_REQUEST', http: { status: 405, headers: { Allow: 'POST' } } },
  });
}
