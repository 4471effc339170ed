import type { ServerPlugin } from './server-plugin.ts';

/** Headers of every response: browsers must not execute, frame or sniff it. */
export const apiHeaders = {
  'API-Version': '1',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'X-Frame-Options': 'DENY',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Adds the headers a response does not set itself: pages have their own Content-Security-Policy. */
export function useApiHeaders(): ServerPlugin {
  return {
    onResponse({ response: { headers } }) {
      for (const [name, value] of Object.entries(apiHeaders)) {
        if (!headers.has(name)) headers.set(name, value);
      }
    },
  };
}
