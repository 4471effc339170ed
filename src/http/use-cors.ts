import { Response } from '@whatwg-node/fetch';
import type { Log } from '../log.ts';
import { problemResponse } from './problem.ts';
import { toServiceError } from './public-error.ts';
import { chargeArrival, type RequestGate } from './request-gate.ts';
import type { ServerPlugin } from './server-plugin.ts';

const allowed = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'Access-Control-Allow-Headers':
    'Authorization, Content-Type, Accept, If-Match, If-None-Match, Idempotency-Key, Prefer, X-Request-Id',
  'Access-Control-Max-Age': '600',
};
const exposed =
  'ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, Preference-Applied, Idempotent-Replayed, X-Request-Id, API-Version';

/** Allows cross-origin requests from these origins; without any, CORS is off. */
export function useCors(origins: readonly string[], gate: RequestGate, log: Log): ServerPlugin {
  if (origins.length === 0) return {};
  const isAllowed = (origin: string | null): origin is string =>
    origin !== null && (origins.includes('*') || origins.includes(origin));
  return {
    async onRequest({ request, url, serverContext: state, endResponse }) {
      const isPreflight =
        request.method === 'OPTIONS' && request.headers.has('access-control-request-method');
      if (!isPreflight || !isAllowed(request.headers.get('origin'))) return;
      try {
        await chargeArrival(gate, request, state);
        endResponse(new Response(null, { status: 204, headers: allowed }));
      } catch (thrown) {
        const { requestId } = state;
        const error = toServiceError(thrown, requestId, log);
        endResponse(problemResponse(error, { requestId, instance: url.pathname }));
      }
    },
    onResponse({ request, response: { headers } }) {
      headers.append('Vary', 'Origin');
      const origin = request.headers.get('origin');
      if (!isAllowed(origin)) return;
      headers.set('Access-Control-Allow-Origin', origin);
      headers.set('Access-Control-Expose-Headers', exposed);
    },
  };
}
