import { Response } from '@whatwg-node/fetch';
import { ServiceError } from '../domain/errors.ts';
import { type ProblemContext, problemResponse } from './problem.ts';

const headers = { Allow: 'GET, HEAD, OPTIONS' };

/** The answer of an address that can only be read to any other method; undefined when it is read. */
export function answerUnlessRead(method: string, context: ProblemContext): Response | undefined {
  if (method === 'GET' || method === 'HEAD') return undefined;
  if (method === 'OPTIONS') return new Response(null, { status: 204, headers });
  const message = `This address takes ${headers.Allow}.`;
  return problemResponse(new ServiceError('METHOD_NOT_ALLOWED', message, { headers }), context);
}
