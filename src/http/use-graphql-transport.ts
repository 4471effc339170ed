import { Request, Response } from '@whatwg-node/fetch';
import { type GraphQLParams, getSSEProcessor, isAsyncIterable } from 'graphql-yoga';
import { ServiceError } from '../domain/errors.ts';
import type { Log } from '../log.ts';
import { graphqlErrorResponse } from './graphql-error-response.ts';
import type { Idempotency } from './idempotency.ts';
import { accepts } from './media-type.ts';
import { toServiceError } from './public-error.ts';
import { parseBody, parseJson, readRawBody } from './read-body.ts';
import { admitRequest, chargeArrival, type RequestGate } from './request-gate.ts';
import type { ServerPlugin } from './server-plugin.ts';

const streamType = 'text/event-stream';
const resultTypes = [
  'application/json',
  'application/graphql-response+json',
  streamType,
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
  const processStream = getSSEProcessor();
  return {
    async onRequest({ request, url, serverContext: state, setRequest, endResponse }) {
      if (url.pathname !== '/graphql') return;
      try {
        await chargeArrival(gate, request, state);
        if (request.method === 'OPTIONS') {
          return endResponse(new Response(null, { status: 204, headers: { Allow: methods } }));
        }
        requireSupported(request);
      } catch (thrown) {
        return endResponse(errorResponse(toServiceError(thrown, state.requestId, log), request));
      }
      removeCharset(request.headers);
      // Handled like GET; Node omits the body of the response.
      const { headers, signal } = request;
      if (request.method === 'HEAD') setRequest(new Request(request.url, { headers, signal }));
    },
    onResultProcess({ request, result, resultProcessor, setResultProcessor }) {
      const isStream = isAsyncIterable(result);
      if (isStream && accepts(request.headers.get('accept'), [streamType])) {
        return setResultProcessor(processStream, streamType);
      }
      // Without a result processor Yoga would respond with an empty body.
      if (resultProcessor && !isStream) return;
      const message =
        'Subscriptions are served as text/event-stream; the Accept header must allow it.';
      setResultProcessor(async () => {
        // Nothing else would close the source of this subscription.
        if (isStream) await result[Symbol.asyncIterator]().return?.();
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

function requireSupported({ method, headers }: Request): void {
  if (!['GET', 'HEAD', 'POST'].includes(method)) {
    throw new ServiceError('METHOD_NOT_ALLOWED', `Allowed methods: ${methods}.`, {
      headers: { Allow: methods },
    });
  }
  if (accepts(headers.get('accept'), resultTypes)) return;
  throw new ServiceError(
    'NOT_ACCEPTABLE',
    'Responses are application/json or application/graphql-response+json; the Accept header must allow one of them.',
  );
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
  return graphqlErrorResponse(error, request.headers.get('accept'));
}
