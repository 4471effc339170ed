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
 * What /graphql takes: GET, and POST with a JSON body. Forms, files and plain text are refused, since
 * a foreign page can make a browser send those. What is refused is told in GraphQL's shape.
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
        const error = new ServiceError('METHOD_NOT_ALLOWED', 'GraphQL takes GET and POST.', {
          headers,
        });
        endResponse(errorResponse(error, request));
      } else if (!accepts(request.headers.get('accept'), resultTypes)) {
        const message = 'Answers are application/json or application/graphql-response+json.';
        endResponse(errorResponse(new ServiceError('NOT_ACCEPTABLE', message), request));
      } else {
        leaveOutCharset(request.headers);
        // Answered like GET; what sends the answer leaves the body out.
        const { headers, signal } = request;
        if (request.method === 'HEAD') setRequest(new Request(request.url, { headers, signal }));
      }
    },
    // Yoga has chosen by now how to write the result; what it found no way for, it would answer with nothing.
    onResultProcess({ request, result, resultProcessor, setResultProcessor }) {
      if (resultProcessor) return;
      const message = 'A subscription is answered as text/event-stream; let Accept allow it.';
      setResultProcessor(async () => {
        // Nobody will read it, so nobody else would end it.
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
          const body = parseBody(raw);
          const replay = await idempotency.begin(request, state, body);
          return replay ?? (body as GraphQLParams);
        } catch (thrown) {
          return errorResponse(toServiceError(thrown, state.requestId, log), request);
        }
      });
    },
  };
}

/** Yoga knows one spelling of utf-8 only; that Accept allows it has been seen already. */
function leaveOutCharset(headers: Headers): void {
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
  const { http: _, ...shown } = extensions;
  return new Response(JSON.stringify({ errors: [{ message, extensions: shown }] }), {
    // A body that reads badly is 400 here whatever breaks; 422 is REST's word.
    status: status === 422 ? 400 : status,
    headers: { 'Content-Type': `${type}; charset=utf-8`, ...error.headers },
  });
}
