import { Response } from '@whatwg-node/fetch';
import type { Database } from '../db/database.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Log } from '../log.ts';
import { problemResponse } from './problem.ts';
import { toServiceError } from './public-error.ts';
import { respondUnlessRead } from './read-only-path.ts';
import type { ServerPlugin } from './server-plugin.ts';

export interface HealthOptions {
  readonly database: Database;
  readonly queue: { check(): Promise<void> };
  readonly log: Log;
}

/** /healthz: the process is up. /readyz: the database and the queue are reachable. */
export function useHealth({ database, queue, log }: HealthOptions): ServerPlugin {
  const checkDependencies = async () => {
    await database.pool.query('SELECT 1');
    await queue.check().catch((error: unknown) => {
      log.warn({ err: error }, 'Queue unreachable');
      throw queueUnavailable(error);
    });
  };
  const checks = new Map<string, () => unknown>([
    ['/healthz', () => undefined],
    ['/readyz', throttle(checkDependencies)],
  ]);
  return {
    async onRequest({ request, url, serverContext, endResponse }) {
      const check = checks.get(url.pathname);
      if (!check) return;
      const { requestId } = serverContext;
      const context = { requestId, instance: url.pathname };
      const rejection = respondUnlessRead(request.method, context);
      if (rejection) return endResponse(rejection);
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

function queueUnavailable(cause: unknown): ServiceError {
  const message = 'The analysis queue is temporarily unreachable. Try again shortly.';
  return new ServiceError('SERVICE_UNAVAILABLE', message, {
    cause,
    headers: { 'Retry-After': '2' },
  });
}

/** These paths are public and free of charge, so one check serves all requests within a second. */
function throttle(check: () => Promise<unknown>): () => Promise<unknown> {
  let last: { at: number; outcome: Promise<unknown> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > 1000) last = { at: now, outcome: check() };
    return last.outcome;
  };
}
