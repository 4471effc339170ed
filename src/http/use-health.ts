import { Response } from '@whatwg-node/fetch';
import type { Plugin } from 'graphql-yoga';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { problemResponse } from './problem.ts';
import { toServiceError } from './public-error.ts';
import { answerUnlessRead } from './read-only-address.ts';
import type { RequestState } from './request-state.ts';

/** /healthz: the process is up. /readyz: it can do its work. */
export function useHealth(database: Database, log: Log): Plugin {
  const checks = new Map<string, () => unknown>([
    ['/healthz', () => undefined],
    ['/readyz', () => database.pool.query('SELECT 1')],
  ]);
  return {
    async onRequest({ request, url, serverContext, endResponse }) {
      const check = checks.get(url.pathname);
      if (!check) return;
      const { requestId } = serverContext as unknown as RequestState;
      const context = { requestId, instance: url.pathname };
      const refusal = answerUnlessRead(request.method, context);
      if (refusal) return endResponse(refusal);
      try {
        await check();
        const headers = { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' };
        endResponse(new Response('{"status":"ok"}', { headers }));
      } catch (thrown) {
        endResponse(problemResponse(toServiceError(thrown, requestId, log), context));
      }
    },
  };
}
