import type { Plugin } from 'graphql-yoga';

/** Headers every answer carries. */
export function useApiHeaders(): Plugin {
  return {
    onResponse({ response }) {
      response.headers.set('API-Version', '1');
      response.headers.set('X-Content-Type-Options', 'nosniff');
    },
  };
}
