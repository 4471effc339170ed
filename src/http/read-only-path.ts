import { Response } from '@whatwg-node/fetch';
import { ServiceError } from '../domain/errors.ts';
import { type ProblemContext, problemResponse } from './problem.ts';

const headers = { Allow: 'GET, HEAD, OPTIONS' };

/** The response of a read-only path to methods other than GET and HEAD; undefined for those two. */
export function respondUnlessRead(method: string, context: ProblemContext): Response | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers });
  const message = `Allowed methods: ${headers.Allow}.`;
  return problemResponse(new ServiceError('METHOD_NOT_ALLOWED', message, { headers }), context);
}
