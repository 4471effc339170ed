import type { HttpRequest } from '../exchange.ts';
import { respondUnlessRead } from '../read-only-path.ts';
import { plainRoute, type Route } from '../route.ts';
import { type Asset, createAssetServer } from './asset.ts';

/** Finds the page or generated document at a path; GraphiQL is shown to browsers at /graphql, if enabled. */
export function createPages(
  pages: ReadonlyMap<string, Asset>,
  graphiql: Asset | undefined,
): (request: HttpRequest) => Route | undefined {
  const serve = createAssetServer();
  return (request) => {
    const found = isGraphiql(request) ? graphiql : pages.get(request.path);
    const page = found?.forPeople && isBrowser(request) ? found.forPeople : found;
    if (!page) return undefined;
    const respond = async () => respondUnlessRead(request.method) ?? serve(page, request);
    return plainRoute(respond, page.isImmutable);
  };
}

function isGraphiql(request: HttpRequest): boolean {
  if (request.path !== '/graphql') return false;
  const isRead = request.method === 'GET' || request.method === 'HEAD';
  return isRead && isBrowser(request);
}

function isBrowser(request: HttpRequest): boolean {
  return request.header('accept')?.includes('text/html') ?? false;
}
