import type { Log } from '../../log.ts';
import { problemResponse } from '../problem.ts';
import { toServiceError } from '../public-error.ts';
import { respondUnlessRead } from '../read-only-path.ts';
import { chargeArrival, type RequestGate } from '../request-gate.ts';
import type { ServerPlugin } from '../server-plugin.ts';
import { type Asset, createAssetServer } from './asset.ts';

export interface PagesOptions {
  readonly pages: ReadonlyMap<string, Asset>;
  /** Shown to browsers at /graphql; undefined when disabled. */
  readonly graphiql: Asset | undefined;
  readonly gate: RequestGate;
  readonly log: Log;
}

/** Serves pages and generated documents. */
export function usePages({ pages, graphiql, gate, log }: PagesOptions): ServerPlugin {
  const serve = createAssetServer();
  const isGraphiql = ({ method, headers }: Request, path: string) =>
    path === '/graphql' &&
    (method === 'GET' || method === 'HEAD') &&
    (headers.get('accept')?.includes('text/html') ?? false);
  return {
    async onRequest({ request, url, serverContext, endResponse }) {
      const page = isGraphiql(request, url.pathname) ? graphiql : pages.get(url.pathname);
      if (!page) return;
      const { requestId } = serverContext;
      const context = { requestId, instance: url.pathname };
      try {
        await chargeArrival(gate, request, serverContext);
        endResponse(respondUnlessRead(request.method, context) ?? (await serve(page, request)));
      } catch (thrown) {
        endResponse(problemResponse(toServiceError(thrown, requestId, log), context));
      }
    },
  };
}
