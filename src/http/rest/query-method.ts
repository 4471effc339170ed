import { ServiceError } from '../../domain/errors.ts';
import { describeUnknown } from '../../domain/schema-faults.ts';
import type { HttpRequest, HttpResponse } from '../exchange.ts';
import { type ProblemItem, validationProblem } from '../problem.ts';
import { toJsonPointer } from '../public-error.ts';
import type { Input } from './read-input.ts';
import { shapeOf } from './read-query.ts';
import type { Parameter, Row } from './row.ts';

/** What a QUERY may send (RFC 10008). */
export const acceptQuery = { 'accept-query': 'application/json' };

/** Criteria are short, and checked in one go. */
export const maxCriteriaBytes = 256 * 1024;

/** A longer address is neither linked to nor offered as the result's own. */
const maxAddress = 2000;

/**
 * A QUERY as the GET with the same criteria: the fields of its body are the parameters of the query
 * string, with numbers as numbers and lists as lists.
 */
export function asGet(
  row: Row,
  request: HttpRequest,
  body: unknown,
): { request: HttpRequest; faults: ProblemItem[] } {
  if (request.search !== '') {
    throw new ServiceError('BAD_REQUEST', 'The criteria of QUERY are in its body, not in the URL.');
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new ServiceError('BAD_USER_INPUT', 'The body must be a JSON object of criteria.');
  }
  const parameters = row.query ?? {};
  const search = new URLSearchParams();
  const faults: ProblemItem[] = [];
  for (const [name, value] of Object.entries(body)) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined;
    if (!parameter) {
      const detail = describeUnknown(name, Object.keys(parameters));
      faults.push({ pointer: pointerTo(name), code: 'unknown_field', detail });
      continue;
    }
    const detail = findTypeFault(parameter, value);
    if (detail) faults.push({ pointer: pointerTo(name), code: 'wrong_type', detail });
    else addValue(search, name, value, parameter);
  }
  const text = String(search);
  return { request: withSearch(request, text && `?${text}`), faults };
}

/** Without a body there is nothing that tells it from a mistake. */
export function requireBody(text: string, content: string): void {
  if (text.trim() !== '') return;
  throw new ServiceError(
    'BAD_REQUEST',
    `A QUERY needs a JSON body with ${content}. Without one, use GET.`,
  );
}

/** What is wrong with a parameter is wrong with a field of the body. */
export function inBody({ faults, ...input }: Input, others: readonly ProblemItem[]): Input {
  const all = [...others, ...faults.map(toPointer)];
  return { ...input, ...(all.length > 0 ? validationProblem('BAD_USER_INPUT', all) : { faults }) };
}

export function toPointer({ parameter, ...item }: ProblemItem): ProblemItem {
  return parameter === undefined ? item : { pointer: pointerTo(parameter), ...item };
}

/** Names the address of the same result for GET, where it is not too long for a header. */
export function withAddress(response: HttpResponse, { path, search }: HttpRequest): HttpResponse {
  const { link, ...headers } = response.headers;
  if (search.length > maxAddress) return { ...response, headers };
  return {
    ...response,
    headers: { ...headers, ...(link && { link }), 'content-location': path + search },
  };
}

function findTypeFault(parameter: Parameter, value: unknown): string | undefined {
  const { isList, isInteger } = shapeOf(parameter);
  const isItem = (item: unknown) =>
    isInteger
      ? Number.isInteger(item) || (parameter.names !== undefined && typeof item === 'string')
      : typeof item === 'string';
  if (Array.isArray(value) ? isList && value.every(isItem) : isItem(value)) return undefined;
  const one = isInteger ? 'an integer' : 'a string';
  return `Must be ${one}${isList ? ' or a list of them' : ''}.`;
}

function addValue(
  search: URLSearchParams,
  name: string,
  value: unknown,
  parameter: Parameter,
): void {
  const items = Array.isArray(value) ? value : [value];
  const key = shapeOf(parameter).isList ? `${name}[]` : name;
  // An empty list finds nothing wrong in the loop, and must not mean "any".
  if (items.length === 0) search.append(name, '');
  for (const item of items) search.append(key, String(item));
}

function withSearch(request: HttpRequest, search: string): HttpRequest {
  return {
    method: 'GET',
    path: request.path,
    search,
    header: (name) => request.header(name),
    isRepeated: (name) => request.isRepeated(name),
    readArrived: () => undefined,
    readChunk: async () => undefined,
    remoteAddress: request.remoteAddress,
    get isAborted() {
      return request.isAborted;
    },
    onAbort: (callback) => request.onAbort(callback),
  };
}

function pointerTo(name: string): string {
  return toJsonPointer([name]);
}
