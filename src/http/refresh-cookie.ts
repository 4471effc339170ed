import type { Auth } from '../auth/auth.ts';
import type { RefreshCookie } from '../schema/context.ts';
import type { HttpRequest } from './exchange.ts';
import type { RequestState } from './request-state.ts';
import { withoutVersion } from './rest/router.ts';

const name = 'quaestor_refresh';
/** Browsers accept it over https alone, so that nobody can plant one over http. */
const secureName = `__Secure-${name}`;
/** The only paths that read the cookie: it renews and ends sessions, and authenticates nothing else. */
const readers = ['/auth/token', '/auth/revoke'];

/** The refresh token of a browser, which scripts of a page cannot read. */
export function createRefreshCookie(
  state: RequestState,
  { issuer, refreshLifetime }: Pick<Auth, 'issuer' | 'refreshLifetime'>,
): RefreshCookie {
  const set = (value: string, maxAge: number) => {
    const attributes = ['HttpOnly', 'SameSite=Strict', 'Path=/auth', `Max-Age=${maxAge}`];
    const isSecure = issuer().startsWith('https:');
    if (isSecure) attributes.push('Secure');
    state.setCookie = [`${isSecure ? secureName : name}=${value}`, ...attributes].join('; ');
  };
  return {
    read: () => readCookie(state.request),
    store: (token) => set(token, refreshLifetime),
    clear: () => set('', 0),
  };
}

function readCookie(request: HttpRequest): string | undefined {
  if (!readers.includes(withoutVersion(request.path)) || !isSameOrigin(request)) return undefined;
  for (const pair of (request.header('cookie') ?? '').split(';')) {
    const [key = '', value = ''] = pair.trim().split('=');
    if ([secureName, name].includes(key) && value !== '') return value;
  }
  return undefined;
}

/** Browsers say where a request comes from; SameSite alone would let other ports of the host in. */
function isSameOrigin(request: HttpRequest): boolean {
  const site = request.header('sec-fetch-site');
  if (site) return site === 'same-origin';
  const origin = request.header('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === request.header('host');
}
