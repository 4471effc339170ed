import { ReadableStream } from 'node:stream/web';
import { Request } from '@whatwg-node/fetch';
import type { ExecutionResult } from 'graphql';
import { createYoga, isAsyncIterable } from 'graphql-yoga';
import { ServiceError } from '../domain/errors.ts';
import { type HttpRequest, type HttpResponse, withLowerCaseNames } from './exchange.ts';
import { graphqlErrorResponse } from './graphql-error-response.ts';
import { accepts, streamType } from './media-type.ts';
import type { ServerPlugin, YogaContext } from './server-plugin.ts';
import { toServerSentEvents } from './server-sent-events.ts';
import { type OperationsOptions, useOperations } from './use-operations.ts';

export type RespondByYoga = (context: YogaContext) => Promise<HttpResponse>;

/** GraphQL Yoga negotiates how a result is sent: as JSON of one kind or the other, or as events. */
export function createYogaServer(options: OperationsOptions): RespondByYoga {
  const yoga = createYoga<YogaContext>({
    graphqlEndpoint: '/graphql',
    plugins: [useResultForm(options.shutdown), useOperations(options)],
    // What the server does itself is off here.
    parserAndValidationCache: false,
    maskedErrors: false,
    landingPage: false,
    graphiql: false,
    cors: false,
    batching: false,
    multipart: false,
    // Yoga answers paths that end in this before any plugin; no path ends in a space.
    healthCheckEndpoint: ' ',
    maxRequestBodySize: false,
    logging: false,
    disposeOnProcessTerminate: false,
  });
  return async (context) => {
    return fromResponse(await yoga.fetch(toRequest(context.state.request), context));
  };
}

const address = 'http://localhost/graphql';

/** The server has read the parameters; Yoga decides by the headers alone. */
function toRequest(request: HttpRequest): Request {
  // Yoga knows only one spelling of utf-8; that Accept allows it is already checked.
  const accept = request.header('accept')?.replace(/;\s*charset="?utf-?8"?/gi, '');
  return new Request(address, {
    // HEAD is handled like GET; its response is sent without the body.
    method: request.method === 'POST' ? 'POST' : 'GET',
    headers: accept === undefined ? {} : { accept },
  });
}

async function fromResponse(response: Response): Promise<HttpResponse> {
  const { status, body } = response;
  const headers = withLowerCaseNames(Object.fromEntries(response.headers));
  const isStream = /^(text\/event-stream|multipart\/)/.test(headers['content-type'] ?? '');
  // Decided by who sends it: the listener keeps or closes the connection.
  delete headers.connection;
  delete headers['content-length'];
  // Yoga's streams are iterable, as those of Node are.
  return { status, headers, body: isStream ? (body as never) : await response.text() };
}

const encoder = new TextEncoder();

/** Not a generator: `return` must not wait for the next event. */
function toBytes(chunks: AsyncIterableIterator<string>): AsyncIterableIterator<Uint8Array> {
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      const { done, value } = await chunks.next();
      return done ? { done, value: undefined } : { done: false, value: encoder.encode(value) };
    },
    async return() {
      await chunks.return?.();
      return { done: true, value: undefined };
    },
  };
}

/** Passes on the parameters that the server has read, and rejects what cannot be sent. */
function useResultForm(shutdown: AbortSignal): ServerPlugin {
  return {
    onRequestParse({ setRequestParser, serverContext: { params } }) {
      setRequestParser(() => params);
    },
    onResultProcess({ result, resultProcessor, setResultProcessor, serverContext: { state } }) {
      const accept = state.request.header('accept');
      const isStream = isAsyncIterable(result);
      if (isStream && accepts(accept, [streamType])) {
        const results = result as AsyncIterable<ExecutionResult>;
        const position = () => state.position;
        const sent = toServerSentEvents(results, { shutdown, position });
        const headers = { 'content-type': streamType, 'cache-control': 'no-cache' };
        return setResultProcessor(
          () => new Response(ReadableStream.from(toBytes(sent)) as never, { headers }),
          streamType,
        );
      }
      // Without a result processor Yoga would respond with an empty body.
      if (resultProcessor && !isStream) return;
      const message =
        'Subscriptions are served as text/event-stream; the Accept header must allow it.';
      setResultProcessor(async () => {
        // Nothing else would close the source of this subscription.
        if (isStream) await result[Symbol.asyncIterator]().return?.();
        const error = new ServiceError('NOT_ACCEPTABLE', message);
        const { status, headers, body } = graphqlErrorResponse(error, accept);
        return new Response(body as string, { status, headers });
      }, 'application/json');
    },
  };
}
