import { Client, cacheExchange, fetchExchange } from '@urql/core';
import { noteLost } from './connection.ts';
import { noteQuota } from './quota.ts';
import { accessToken, currentSession, forgetToken, onSessionChange } from './session.ts';

/** Longer than the service works on a request. */
const timeoutMs = 60_000;

/** Sends the token of the session, and once more with a new one if it was refused. */
export async function authorizedFetch(input: RequestInfo | URL, init: RequestInit = {}) {
  const send = async () => {
    const token = await accessToken();
    const headers = new Headers(init.headers);
    if (token) headers.set('authorization', `Bearer ${token}`);
    const deadline = AbortSignal.timeout(timeoutMs);
    const signal = init.signal ? AbortSignal.any([init.signal, deadline]) : deadline;
    const response = await fetch(input, { ...init, headers, signal }).catch((error: unknown) => {
      // What was cancelled says nothing of the service.
      if (!init.signal?.aborted) noteLost();
      throw error;
    });
    noteQuota(response);
    return response;
  };
  const response = await send();
  if (response.status !== 401 || !(await accessToken())) return response;
  forgetToken();
  return send();
}

function createClient(): Client {
  return new Client({
    url: '/graphql',
    exchanges: [cacheExchange, fetchExchange],
    preferGetMethod: false,
    fetchSubscriptions: true,
    fetch: authorizedFetch,
  });
}

/** What a caller has read is not shown to the next one; a new token is no new caller. */
export let client = createClient();
let caller: string | undefined;
onSessionChange(() => {
  const next = currentSession()?.email;
  if (next === caller) return;
  caller = next;
  client = createClient();
});
