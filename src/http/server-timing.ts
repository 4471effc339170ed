import type { HttpResponse } from './exchange.ts';
import type { RequestState } from './request-state.ts';

/** Whether a request prefers to learn how long it took and what it cost (RFC 7240). */
function asksForTiming(prefer: string | null): boolean {
  return prefer !== null && /(?:^|,)\s*timing\s*(?:[,;]|$)/i.test(prefer);
}

/** With `Prefer: timing`, the milliseconds and points of a request, as headers. */
export function withTiming(response: HttpResponse, state: RequestState, ms: number): HttpResponse {
  const { request, startedAt, workedFrom = startedAt, cost, isRemembered } = state;
  if (!asksForTiming(request.header('prefer'))) return response;
  const { 'preference-applied': applied } = response.headers;
  const waited = workedFrom - startedAt;
  const metrics = [
    `queue;dur=${waited.toFixed(1)}`,
    `work;dur=${(ms - waited).toFixed(1)}`,
    `total;dur=${ms.toFixed(1)}`,
    `cache;desc=${isRemembered ? 'hit' : 'miss'}`,
  ];
  return {
    ...response,
    headers: {
      ...response.headers,
      'server-timing': metrics.join(', '),
      ...(cost !== undefined && { 'request-cost': String(cost) }),
      'preference-applied': applied ? `${applied}, timing` : 'timing',
    },
  };
}
