import { ServiceError } from '../domain/errors.ts';
import { problemResponse } from './problem.ts';
import type { ServerPlugin } from './server-plugin.ts';

/** The last plugin to see a request: whatever no other one took, and is not GraphQL, does not exist. */
export function useUnknownPath(): ServerPlugin {
  return {
    onRequest({ url, serverContext, endResponse }) {
      if (url.pathname === '/graphql') return;
      const { requestId } = serverContext;
      const error = new ServiceError(
        'NOT_FOUND',
        'There is nothing at this address. See /docs for what there is.',
      );
      endResponse(problemResponse(error, { requestId, instance: url.pathname }));
    },
  };
}
