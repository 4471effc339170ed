import { emptyResponse, type HttpRequest, type HttpResponse } from './exchange.ts';

const allowed = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Content-Type, Accept, If-Match, If-None-Match, Idempotency-Key, Prefer, X-Request-Id',
  'access-control-max-age': '600',
};
const exposed =
  'ETag, Link, Location, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, Preference-Applied, Idempotent-Replayed, X-Request-Id, API-Version';

export interface Cors {
  /** Whether a request asks only what its origin may send. */
  isPreflight(request: HttpRequest): boolean;
  respondToPreflight(): HttpResponse;
  /** The headers by which a browser decides whether its page may read a response. */
  allow(request: HttpRequest, response: HttpResponse): Record<string, string> | undefined;
}

/** Allows cross-origin requests from these origins; without any, CORS is off. */
export function createCors(origins: readonly string[]): Cors {
  const isAllowed = (origin: string | null): origin is string =>
    origin !== null && (origins.includes('*') || origins.includes(origin));
  return {
    isPreflight: (request) =>
      request.method === 'OPTIONS' &&
      request.header('access-control-request-method') !== null &&
      isAllowed(request.header('origin')),
    respondToPreflight: () => emptyResponse(204, { ...allowed }),
    allow(request, { headers }) {
      if (origins.length === 0) return undefined;
      const vary = headers.vary ? `${headers.vary}, Origin` : 'Origin';
      const origin = request.header('origin');
      if (!isAllowed(origin)) return { vary };
      return {
        vary,
        'access-control-allow-origin': origin,
        'access-control-expose-headers': exposed,
      };
    },
  };
}
