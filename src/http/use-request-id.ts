import { randomUUID } from 'node:crypto';
import type { Log } from '../log.ts';
import type { ServerPlugin } from './server-plugin.ts';

/** Assigns each request an id, or keeps a valid one it has, and logs its completion. */
export function useRequestId(log: Log): ServerPlugin {
  return {
    onRequest({ request, serverContext: state }) {
      state.requestId = chooseRequestId(request.headers.get('x-request-id'));
      state.startedAt = performance.now();
    },
    onResponse({ request, response, serverContext: state }) {
      response.headers.set('X-Request-Id', state.requestId);
      if (!log.isLevelEnabled('info')) return;
      const duration = performance.now() - state.startedAt;
      log.info(
        {
          request_id: state.requestId,
          method: request.method,
          path: new URL(request.url).pathname,
          status: response.status,
          ms: Math.round(duration * 10) / 10,
        },
        'Request completed',
      );
    },
  };
}

/** Ids from clients end up in logs and headers, so only plain ones are kept. */
export function chooseRequestId(given: string | null | undefined): string {
  return given && /^[\w.:-]{1,128}$/.test(given) ? given : randomUUID();
}
