import type { ServerPlugin } from './server-plugin.ts';

/** What every answer carries: it is data, and nothing in it is to be run, framed or guessed at. */
export const apiHeaders = {
  'API-Version': '1',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Pages bring a Content-Security-Policy of their own. */
export function useApiHeaders(): ServerPlugin {
  return {
    onResponse({ response: { headers } }) {
      for (const [name, value] of Object.entries(apiHeaders)) {
        if (!headers.has(name)) headers.set(name, value);
      }
    },
  };
}
