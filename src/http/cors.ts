import { emptyResponse, type HttpRequest, type HttpResponse } from './exchange.ts';

const allowed = {
  'access-control-allow-methods': 'GET, HEAD, QUERY, POST, PUT, PATCH, DELETE, OPTIONS',
  'access-control-allow-headers':
    'Authorization, Content-Type, Accept, If-Match, If-None-Match, Idempotency-Key, Prefer, X-Request-Id, MCP-Protocol-Version',
  'access-control-max-age': '600',
};
const exposed =
  'ETag, Link, Location, Content-Location, Retry-After, RateLimit, RateLimit-Policy, WWW-Authenticate, Preference-Applied, Server-Timing, Request-Cost, Idempotent-Replayed, X-Request-Id, API-Version';

export interface Cors {
  /** Whether a request asks only what its origin may send. */
  isPreflight(request: HttpRequest): boolean;
  respondToPreflight(): HttpResponse;
  isAllowedOrigin(origin: string): boolean;
  /** The headers by which a browser decides whether its page may read a response. */
  allow(request: HttpRequest, response: HttpResponse): Record<string, string> | undefined;
}

export interface CorsOptions {
  readonly origins: readonly string[];
  /** Whether pages that are served on the visitor's own machine may call, as during development. */
  readonly allowsLocalhost: boolean;
}

/** Allows cross-origin requests from these origins; without any, CORS is off. */
export function createCors({ origins, allowsLocalhost }: CorsOptions): Cors {
  const isOff = origins.length === 0 && !allowsLocalhost;
  const isAllowed = (origin: string | null): origin is string =>
    origin !== null &&
    (origins.includes('*') || origins.includes(origin) || (allowsLocalhost && isLocal(origin)));
  return {
    isPreflight: (request) =>
      request.method === 'OPTIONS' &&
      request.header('access-control-request-method') !== null &&
      isAllowed(request.header('origin')),
    isAllowedOrigin: isAllowed,
    respondToPreflight: () => emptyResponse(204, { ...allowed }),
    allow(request, { headers }) {
      if (isOff) return undefined;
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

function isLocal(origin: string): boolean {
  return /^https?:\/\/(?:(?:[\w-]+\.)*localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.test(origin);
}

/** Whether a service that listens on this address is for its own machine only. */
export function isLoopbackHost(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
