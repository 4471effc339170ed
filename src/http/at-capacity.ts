import { ServiceError } from '../domain/errors.ts';
import { apiHeaders } from './api-headers.ts';
import type { HttpRequest } from './exchange.ts';
import { problemResponse } from './problem.ts';
import { chooseRequestId } from './request-id.ts';
import { type PrintedResponse, printHead } from './write-response.ts';

/** Made once: under overload it is sent more often than anything else. */
export const atCapacity = new ServiceError(
  'SERVICE_UNAVAILABLE',
  'The service is at capacity. Try again in a moment.',
  { headers: { 'Retry-After': '1' } },
);

/** All but the path, the id and the date of a refusal is the same. */
export function createRefusal(): (request: HttpRequest) => PrintedResponse {
  const mark = '<>';
  const { status, headers, body } = problemResponse(atCapacity, {
    requestId: mark,
    instance: mark,
  });
  const [start = '', middle = '', end = ''] = String(body).split(mark);
  const lines = Object.entries({ ...headers, ...apiHeaders }).flat();
  const length = start.length + middle.length + end.length;
  return (request) => {
    const { path } = request;
    const id = chooseRequestId(request.header('x-request-id'));
    // All of it is ASCII.
    const bytes = length + path.length + id.length;
    const own = ['x-request-id', id, 'content-length', String(bytes)];
    const head = printHead(status, [...lines, ...own]) ?? '';
    return { head, body: `${start}${path}${middle}${id}${end}`, bytes };
  };
}
