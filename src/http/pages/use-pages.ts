import type { Plugin } from 'graphql-yoga';
import { ServiceError } from '../../domain/errors.ts';
import { problemResponse } from '../problem.ts';
import type { RequestState } from '../request-state.ts';
import { type Asset, createAssetServer } from './asset.ts';

export interface PagesOptions {
  readonly pages: ReadonlyMap<string, Asset>;
  /** Shown to browsers at /graphql; undefined when it is switched off. */
  readonly graphiql: Asset | undefined;
}

/** Serves pages and documents: what people open in a browser. */
export function usePages({ pages, graphiql }: PagesOptions): Plugin {
  const serve = createAssetServer();
  return {
    async onRequest({ request, url, serverContext, endResponse }) {
      const isRead = request.method === 'GET' || request.method === 'HEAD';
      const isBrowser = request.headers.get('accept')?.includes('text/html') ?? false;
      if (graphiql && isRead && isBrowser && url.pathname === '/graphql') {
        return endResponse(await serve(graphiql, request));
      }
      const page = pages.get(url.pathname);
      if (!page) return;
      if (isRead) return endResponse(await serve(page, request));
      const { requestId } = serverContext as unknown as RequestState;
      const headers = { Allow: 'GET, HEAD' };
      const error = new ServiceError('METHOD_NOT_ALLOWED', 'This page can only be read.', {
        headers,
      });
      endResponse(problemResponse(error, { requestId, instance: url.pathname }));
    },
  };
}
