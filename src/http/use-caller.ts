import type { Plugin } from 'graphql-yoga';
import type { RequestState } from './request-state.ts';

/** Says who is asking. */
export function useCaller(): Plugin {
  return {
    onRequest({ serverContext }) {
      (serverContext as unknown as RequestState).caller = { id: 'anonymous' };
    },
  };
}
