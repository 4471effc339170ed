import type { Handler, HttpRequest } from '../exchange.ts';
import { respondUnlessRead } from '../read-only-path.ts';
import type { RequestState } from '../request-state.ts';
import { type Asset, createAssetServer } from './asset.ts';

/** Finds the page or generated document at a path; GraphiQL is shown to browsers at /graphql, if enabled. */
export function createPages(
  pages: ReadonlyMap<string, Asset>,
  graphiql: Asset | undefined,
): (request: HttpRequest) => Handler<RequestState> | undefined {
  const serve = createAssetServer();
  return (request) => {
    const page = isGraphiql(request) ? graphiql : pages.get(request.path);
    return page && (async () => respondUnlessRead(request.method) ?? serve(page, request));
  };
}

function isGraphiql(request: HttpRequest): boolean {
  if (request.path !== '/graphql') return false;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && (request.header('accept')?.includes('text/html') ?? false);
}
