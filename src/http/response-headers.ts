import { type QuotaStatus, quotaHeaders } from '../limits/budget.ts';
import { apiHeaders } from './api-headers.ts';
import type { Cors } from './cors.ts';
import type { CompleteResponse, HttpResponse, SharedHeaders } from './exchange.ts';
import type { RequestState } from './request-state.ts';

type ResponseHeaders = Pick<CompleteResponse, 'headers' | 'shared'>;

const apiHeaderList = Object.entries(apiHeaders);

/** Completes the headers of responses by those that every response has. */
export function createResponseHeaders(
  cors: Cors,
): (response: HttpResponse, state: RequestState) => ResponseHeaders {
  /** By the headers of remembered answers, which most responses are. */
  const remembered = new WeakMap<HttpResponse['headers'], SharedHeaders>();

  function share(response: HttpResponse, { request }: RequestState): SharedHeaders {
    const own = response.headers;
    const list: string[] = [];
    const cross = cors.allow(request, response);
    for (const name in own) if (!cross?.[name]) list.push(name, own[name] as string);
    for (const name in cross) list.push(name, cross[name] as string);
    for (const [name, value] of apiHeaderList) if (!own[name]) list.push(name, value);
    return { list, lines: undefined };
  }

  function shareAgain(response: HttpResponse, state: RequestState): SharedHeaders {
    const known = remembered.get(response.headers);
    if (known) return known;
    const shared = share(response, state);
    remembered.set(response.headers, shared);
    return shared;
  }

  return (response, state) => {
    const { request, requestId, quota, setCookies } = state;
    const headers = ['x-request-id', requestId];
    if (quota && !response.headers.ratelimit) addQuota(headers, quota);
    for (const cookie of setCookies ?? []) headers.push('set-cookie', cookie);
    // What an origin may see depends on which it is.
    const isSame = state.isRemembered && request.header('origin') === null;
    return { headers, shared: isSame ? shareAgain(response, state) : share(response, state) };
  };
}

function addQuota(list: string[], quota: QuotaStatus): void {
  const headers = quotaHeaders(quota);
  for (const name in headers) list.push(name, headers[name] as string);
}
