import { ServiceError } from '../domain/errors.ts';
import { problemResponse } from './problem.ts';
import type { ServerPlugin } from './server-plugin.ts';

/** The last plugin to see a request: responds 404 to paths that no other one handles. */
export function useUnknownPath(): ServerPlugin {
  return {
    onRequest({ url, serverContext, endResponse }) {
      if (url.pathname === '/graphql') return;
      const { requestId } = serverContext;
      const error = new ServiceError(
        'NOT_FOUND',
        'No resource at this path. See /docs for the available paths.',
      );
      endResponse(problemResponse(error, { requestId, instance: url.pathname }));
    },
  };
}
