import { hash } from 'node:crypto';
import type { ExecutionResult } from 'graphql';
import { ServiceError } from '../../domain/errors.ts';
import { toSnakeCase } from '../../domain/naming.ts';
import { emptyResponse, type HttpRequest, type HttpResponse } from '../exchange.ts';
import { accepts } from '../media-type.ts';
import type { ProblemItem } from '../problem.ts';
import { toJsonPointer } from '../public-error.ts';
import { isUnchanged } from './conditions.ts';
import { linkHeader, type PageFigures } from './link-header.ts';
import { preferenceApplied } from './prefer.ts';
import type { OtherForm, Row } from './row.ts';

const jsonType = 'application/json; charset=utf-8';
const jsonTypes = ['application/json', 'application/problem+json'];

/** The response of a row to the data of its operation. */
export function toResponse(
  row: Row,
  data: Record<string, unknown>,
  request: HttpRequest,
  fields?: readonly string[],
): HttpResponse {
  const { location, etag, isUnfinished } = row.success;
  if (row.success.status === 204) return emptyResponse(204);
  const body = 'body' in data ? data.body : data;
  const form = otherFormOf(row, request);
  const isPending = isUnfinished?.(body) ?? false;
  const status = isPending ? 202 : row.success.status;
  const { headers: ownHeaders = {}, body: shown = body } = form?.write(body, fields) ?? {};
  const text =
    form && typeof shown === 'string'
      ? shown
      : JSON.stringify(shown, row.success.omitsNulls ? omitNulls : undefined);
  const type = form ? typeOf(form) : jsonType;
  // Set one by one: V8 takes several times as long for properties that follow those of a copied object.
  const headers: Record<string, string> = { 'content-type': type };
  for (const name in ownHeaders) headers[name] = ownHeaders[name] as string;
  if (row.success.otherForms) headers.vary = 'Accept';
  if (location && (isPending || !isUnfinished || status === 201))
    headers.location = prefixOf(request.path) + location(body);
  if (isPending) headers['retry-after'] = '1';
  const applied = row.waits ? preferenceApplied(request.header('prefer')) : undefined;
  if (applied) headers['preference-applied'] = applied;
  if (etag) headers.etag = etag(body);
  const page = pageOf(body);
  if (page) headers.link = linkHeader(request, page);
  if (row.success.isSecret) headers['cache-control'] = 'no-store';
  return row.method === 'GET' ? withValidators(text, headers) : { status, headers, body: text };
}

/** A JSON body that clients may keep and revalidate by its ETag. */
export function cacheableResponse(text: string, request: HttpRequest): HttpResponse {
  return unlessUnchanged(withValidators(text, { 'content-type': jsonType }), request);
}

/** A response that clients may keep and revalidate by its ETag; completes its headers. */
export function withValidators(text: string, headers: Record<string, string>): HttpResponse {
  headers.etag ??= `W/"${hash('sha1', text, 'base64url')}"`;
  headers['cache-control'] = 'no-cache';
  return { status: 200, headers, body: text };
}

/** 304 if the client has this response already. */
export function unlessUnchanged(response: HttpResponse, request: HttpRequest): HttpResponse {
  const isKnown = isUnchanged(request.header('if-none-match'), response.headers.etag ?? '');
  if (!isKnown) return response;
  const { 'content-type': _type, ...validators } = response.headers;
  return emptyResponse(304, validators);
}

export function acceptsJson(request: HttpRequest): boolean {
  return accepts(request.header('accept'), jsonTypes);
}

export function requireJsonAccepted(request: HttpRequest): void {
  if (acceptsJson(request)) return;
  throw new ServiceError(
    'NOT_ACCEPTABLE',
    'Responses are application/json; the Accept header must allow it.',
  );
}

/** The response is JSON, or what the row offers beside it. */
export function requireFormAccepted(row: Row, request: HttpRequest): void {
  const { downloads, files } = row.success;
  const offered = downloads ?? files;
  if (offered && accepts(request.header('accept'), offered)) return;
  if (!otherFormOf(row, request)) requireJsonAccepted(request);
}

/** Whether the Accept header names a type that some rows offer beside JSON. */
export function namesOtherForm(request: HttpRequest): boolean {
  return /csv|ndjson|cloudevents/i.test(request.header('accept') ?? '');
}

export function otherFormOf({ success }: Row, request: HttpRequest): OtherForm | undefined {
  const { otherForms } = success;
  if (!otherForms) return undefined;
  const accept = request.header('accept') ?? '';
  // A range such as */* means JSON.
  const named = accept.toLowerCase();
  return otherForms.find(({ type }) => named.includes(type) && accepts(accept, [type]));
}

/** The first error of a result. */
export function errorOf({ errors }: ExecutionResult): ServiceError | undefined {
  const [first] = errors ?? [];
  if (!first) return undefined;
  return first.originalError instanceof ServiceError
    ? first.originalError
    : new ServiceError('INTERNAL_SERVER_ERROR', first.message);
}

/** The validation errors of an error, in REST names. */
export function itemsOf(row: Row | undefined, error: ServiceError): ProblemItem[] {
  return error.faults.map(({ path, header, code, detail }) => {
    if (header) return { parameter: header, code, detail };
    const parameter = Object.entries(row?.query ?? {}).find(([, { variable }]) =>
      variable.split('.').every((step, index) => path[index] === step),
    );
    if (parameter) return { parameter: parameter[0], code, detail };
    const steps = path.map((step) => (row && typeof step === 'string' ? toSnakeCase(step) : step));
    return { pointer: toJsonPointer(steps), code, detail };
  });
}

function omitNulls(_key: string, value: unknown): unknown {
  return value === null ? undefined : value;
}

function prefixOf(path: string): string {
  return path.startsWith('/v1/') ? '/v1' : '';
}

function pageOf(body: unknown): PageFigures | undefined {
  const { page, questions } = (body ?? {}) as {
    page?: PageFigures;
    questions?: { page?: PageFigures };
  };
  return page ?? questions?.page;
}

function typeOf({ type }: OtherForm): string {
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type;
}
