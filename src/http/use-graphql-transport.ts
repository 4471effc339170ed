import { Request, Response } from '@whatwg-node/fetch';
import { type GraphQLParams, isAsyncIterable } from 'graphql-yoga';
import { errorTable, ServiceError } from '../domain/errors.ts';
import type { Log } from '../log.ts';
import type { Idempotency } from './idempotency.ts';
import { accepts } from './media-type.ts';
import { describeForGraphql, toServiceError } from './public-error.ts';
import { parseBody, parseJson, readRawBody } from './read-body.ts';
import { admitRequest, type RequestGate } from './request-gate.ts';
import type { ServerPlugin } from './server-plugin.ts';

const resultTypes = [
  'application/json',
  'application/graphql-response+json',
  'text/event-stream',
  'multipart/mixed',
];
const methods = 'GET, HEAD, POST, OPTIONS';

export interface TransportOptions {
  readonly bodyLimit: number;
  readonly gate: RequestGate;
  readonly idempotency: Idempotency;
  readonly log: Log;
}

/**
 * /graphql accepts GET, and POST with a JSON body. Forms, files and plain text are rejected, since a
 * page of another origin can make a browser send them. Errors have GraphQL's shape.
 */
export function useGraphqlTransport(options: TransportOptions): ServerPlugin {
  const { bodyLimit, gate, idempotency, log } = options;
  return {
    onRequest({ request, url, setRequest, endResponse }) {
      if (url.pathname !== '/graphql') return;
      if (request.method === 'OPTIONS') {
        endResponse(new Response(null, { status: 204, headers: { Allow: methods } }));
      } else if (!['GET', 'HEAD', 'POST'].includes(request.method)) {
        const headers = { Allow: methods };
        const error = new ServiceError('METHOD_NOT_ALLOWED', `Allowed methods: ${methods}.`, {
          headers,
        });
        endResponse(errorResponse(error, request));
      } else if (!accepts(request.headers.get('accept'), resultTypes)) {
        const message =
          'Responses are application/json or application/graphql-response+json; the Accept header must allow one of them.';
        endResponse(errorResponse(new ServiceError('NOT_ACCEPTABLE', message), request));
      } else {
        removeCharset(request.headers);
        // Handled like GET; Node omits the body of the response.
        const { headers, signal } = request;
        if (request.method === 'HEAD') setRequest(new Request(request.url, { headers, signal }));
      }
    },
    // Without a result processor Yoga would respond with an empty body.
    onResultProcess({ request, result, resultProcessor, setResultProcessor }) {
      if (resultProcessor) return;
      const message =
        'Subscriptions are served as text/event-stream; the Accept header must allow it.';
      setResultProcessor(async () => {
        // Nothing else would close the source of this subscription.
        if (isAsyncIterable(result)) await result[Symbol.asyncIterator]().return?.();
        return errorResponse(new ServiceError('NOT_ACCEPTABLE', message), request);
      }, 'application/json');
    },
    onRequestParse({ request, url, setRequestParser, serverContext: state }) {
      setRequestParser(async () => {
        try {
          if (request.method === 'GET') {
            await admitRequest(gate, request, state, async () => undefined);
            return readQueryString(url.searchParams);
          }
          const raw = await admitRequest(gate, request, state, () =>
            readRawBody(request, bodyLimit),
          );
          const body = await parseBody(raw);
          const replay = await idempotency.begin(request, state, body);
          return replay ?? (body as GraphQLParams);
        } catch (thrown) {
          return errorResponse(toServiceError(thrown, state.requestId, log), request);
        }
      });
    },
  };
}

/** Yoga knows only one spelling of utf-8; that Accept allows it is already checked. */
function removeCharset(headers: Headers): void {
  const accept = headers.get('accept');
  const plain = accept?.replace(/;\s*charset="?utf-?8"?/gi, '');
  if (plain !== undefined && plain !== accept) headers.set('accept', plain);
}

function readQueryString(search: URLSearchParams): GraphQLParams {
  const text = (name: string) => search.get(name) || undefined;
  const json = (name: string) => {
    const value = text(name);
    return value && parseJson(value, `The parameter ${name}`);
  };
  // Whether these are objects is checked by Yoga, as it is for a body.
  return {
    query: text('query'),
    operationName: text('operationName'),
    variables: json('variables'),
    extensions: json('extensions'),
  } as GraphQLParams;
}

function errorResponse(error: ServiceError, request: Request): Response {
  const { status } = errorTable[error.code];
  const isPlain = !request.headers.get('accept')?.includes('application/graphql-response+json');
  const type = isPlain ? 'application/json' : 'application/graphql-response+json';
  const { extensions, message } = describeForGraphql(error);
  const { http: _, ...visible } = extensions;
  return new Response(JSON.stringify({ errors: [{ message, extensions: visible }] }), {
    // GraphQL over HTTP has no 422: an invalid body is 400.
    status: status === 422 ? 400 : status,
    headers: { 'Content-Type': `${type}; charset=utf-8`, ...error.headers },
  });
}
