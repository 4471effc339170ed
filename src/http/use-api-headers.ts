import type { Plugin } from 'graphql-yoga';

/** Answers are data: nothing in them is to be run, framed or guessed at. Pages bring a policy of their own. */
const dataPolicy = "default-src 'none'; frame-ancestors 'none'";

/** Headers every answer carries. */
export function useApiHeaders(): Plugin {
  return {
    onResponse({ response: { headers } }) {
      headers.set('API-Version', '1');
      headers.set('X-Content-Type-Options', 'nosniff');
      headers.set('Referrer-Policy', 'no-referrer');
      headers.set('X-Frame-Options', 'DENY');
      if (!headers.has('Content-Security-Policy'))
        headers.set('Content-Security-Policy', dataPolicy);
    },
  };
}
