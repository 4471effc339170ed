import { Response } from '@whatwg-node/fetch';
import type { Plugin } from 'graphql-yoga';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { problemResponse } from './problem.ts';
import { toServiceError } from './public-error.ts';
import type { RequestState } from './request-state.ts';

/** /healthz: the process is up. /readyz: it can do its work. */
export function useHealth(database: Database, log: Log): Plugin {
  const ok = () =>
    new Response('{"status":"ok"}', { headers: { 'Content-Type': 'application/json' } });
  return {
    async onRequest({ request, url, serverContext, endResponse }) {
      if (request.method !== 'GET' && request.method !== 'HEAD') return;
      if (url.pathname === '/healthz') return endResponse(ok());
      if (url.pathname !== '/readyz') return;
      try {
        await database.pool.query('SELECT 1');
        endResponse(ok());
      } catch (thrown) {
        const { requestId } = serverContext as unknown as RequestState;
        const error = toServiceError(thrown, requestId, log);
        endResponse(problemResponse(error, { requestId, instance: url.pathname }));
      }
    },
  };
}
