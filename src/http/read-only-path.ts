import { ServiceError } from '../domain/errors.ts';
import { emptyResponse, type HttpResponse } from './exchange.ts';

const allow = 'GET, HEAD, OPTIONS';

/** The response of a read-only path to OPTIONS; undefined for GET and HEAD, and 405 for the others. */
export function respondUnlessRead(method: string): HttpResponse | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (method === 'OPTIONS') return emptyResponse(204, { allow });
  throw new ServiceError('METHOD_NOT_ALLOWED', `Allowed methods: ${allow}.`, {
    headers: { Allow: allow },
  });
}
