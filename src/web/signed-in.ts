/**
 * For pages that are not part of the workbench, GraphiQL and the REST documentation: their requests carry the
 * token of the session that the workbench has begun, unless they have one of their own.
 */
import { accessToken, currentSession, resume } from './api/session.ts';

/** These make tokens themselves. */
const without = ['/auth/login', '/auth/token', '/auth/revoke'];
const send = window.fetch.bind(window);

window.fetch = async (input, init) => {
  const request = input instanceof Request ? input : undefined;
  const { origin, pathname } = new URL(request?.url ?? String(input), location.href);
  const headers = new Headers(init?.headers ?? request?.headers);
  if (origin === location.origin && !headers.has('authorization') && !without.includes(pathname)) {
    const token = await sessionToken().catch(() => undefined);
    if (token) headers.set('authorization', `Bearer ${token}`);
  }
  return send(input, { ...init, headers });
};

/** The session may also begin after this page was opened. */
async function sessionToken(): Promise<string | undefined> {
  if (!currentSession()) await resume();
  return accessToken();
}
