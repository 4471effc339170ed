import type { Auth } from '../auth/auth.ts';
import { hashToken } from '../auth/opaque-token.ts';
import type { RefreshCookie } from '../schema/context.ts';
import type { HttpRequest } from './exchange.ts';
import type { RequestState } from './request-state.ts';
import { withoutVersion } from './rest/router.ts';

const name = 'quaestor_refresh';
/** Browsers accept it over https alone, so that nobody can plant one over http. */
const secureName = `__Secure-${name}`;
/**
 * Names the token by its hash. Another host of the same domain can plant a cookie of any name but `__Host-…`, which
 * must have the path / and so cannot hold the token itself: that goes to /auth alone.
 */
const bindingName = `__Host-${name}_hash`;
/** The only paths that read the cookie: it renews and ends sessions, and authenticates nothing else. */
const readers = ['/auth/token', '/auth/revoke'];

/** The refresh token of a browser, which scripts of a page cannot read. */
export function createRefreshCookie(
  state: RequestState,
  { issuer, refreshLifetime }: Pick<Auth, 'issuer' | 'refreshLifetime'>,
): RefreshCookie {
  const isSecure = () => issuer().startsWith('https:');
  const print = (key: string, value: string, path: string, maxAge: number) => {
    const attributes = ['HttpOnly', 'SameSite=Strict', `Path=${path}`, `Max-Age=${maxAge}`];
    return [`${key}=${value}`, ...attributes, ...(isSecure() ? ['Secure'] : [])].join('; ');
  };
  const set = (value: string, binding: string, maxAge: number) => {
    state.setCookies = [
      print(isSecure() ? secureName : name, value, '/auth', maxAge),
      ...(isSecure() ? [print(bindingName, binding, '/', maxAge)] : []),
    ];
  };
  return {
    read: () => readToken(state.request, isSecure()),
    store: (token) => set(token, hashToken(token), refreshLifetime),
    clear: () => set('', '', 0),
  };
}

function readToken(request: HttpRequest, isSecure: boolean): string | undefined {
  if (!readers.includes(withoutVersion(request.path)) || !isSameOrigin(request)) return undefined;
  if (!isSecure) return readCookies(request, name)[0];
  const bindings = readCookies(request, bindingName);
  return readCookies(request, secureName).find((token) => bindings.includes(hashToken(token)));
}

/** All values of a name: browsers send those for other paths or domains too. */
function readCookies(request: HttpRequest, key: string): string[] {
  const pairs = (request.header('cookie') ?? '').split(';').map((pair) => pair.trim());
  return pairs
    .filter((pair) => pair.startsWith(`${key}=`))
    .map((pair) => pair.slice(key.length + 1))
    .filter((value) => value !== '');
}

/** Browsers say where a request comes from; SameSite alone would let other ports of the host in. */
function isSameOrigin(request: HttpRequest): boolean {
  const site = request.header('sec-fetch-site');
  if (site) return site === 'same-origin';
  const origin = request.header('origin');
  if (origin === null) return true;
  return URL.canParse(origin) && new URL(origin).host === request.header('host');
}
