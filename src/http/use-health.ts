import { Response } from '@whatwg-node/fetch';
import type { Database } from '../db/database.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Log } from '../log.ts';
import { problemResponse } from './problem.ts';
import { toServiceError } from './public-error.ts';
import { answerUnlessRead } from './read-only-address.ts';
import type { ServerPlugin } from './server-plugin.ts';

export interface HealthOptions {
  readonly database: Database;
  readonly queue: { check(): Promise<void> };
  readonly log: Log;
}

/** /healthz: the process is up. /readyz: it can do its work. */
export function useHealth({ database, queue, log }: HealthOptions): ServerPlugin {
  const look = async () => {
    await database.pool.query('SELECT 1');
    await queue.check().catch((error: unknown) => {
      log.warn({ err: error }, 'The queue cannot be reached.');
      throw queueAway(error);
    });
  };
  const checks = new Map<string, () => unknown>([
    ['/healthz', () => undefined],
    ['/readyz', shared(look)],
  ]);
  return {
    async onRequest({ request, url, serverContext, endResponse }) {
      const check = checks.get(url.pathname);
      if (!check) return;
      const { requestId } = serverContext;
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

/** Whatever is wrong with it, runs that are asked for now would wait. */
function queueAway(cause: unknown): ServiceError {
  const message = 'The queue of analyses cannot be reached right now. Try again shortly.';
  return new ServiceError('SERVICE_UNAVAILABLE', message, {
    cause,
    headers: { 'Retry-After': '2' },
  });
}

/** Asked by everybody and charged to nobody, so one look serves all who ask within a second. */
function shared(look: () => Promise<unknown>): () => Promise<unknown> {
  let last: { at: number; outcome: Promise<unknown> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > 1000) last = { at: now, outcome: look() };
    return last.outcome;
  };
}
