import { ServiceError } from '../domain/errors.ts';
import type { Log } from '../log.ts';
import { problemResponse } from './problem.ts';
import { toServiceError } from './public-error.ts';
import { chargeArrival, type RequestGate } from './request-gate.ts';
import type { ServerPlugin } from './server-plugin.ts';

/** The last plugin to see a request: responds 404 to paths that no other one handles. */
export function useUnknownPath(gate: RequestGate, log: Log): ServerPlugin {
  return {
    async onRequest({ request, url, serverContext: state, endResponse }) {
      if (url.pathname === '/graphql') return;
      const { requestId } = state;
      const context = { requestId, instance: url.pathname };
      try {
        await chargeArrival(gate, request, state);
        const message = 'No resource at this path. See /docs for the available paths.';
        throw new ServiceError('NOT_FOUND', message);
      } catch (thrown) {
        endResponse(problemResponse(toServiceError(thrown, requestId, log), context));
      }
    },
  };
}
