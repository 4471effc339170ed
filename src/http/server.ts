import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Caller } from '../domain/caller.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Tracer } from '../domain/span.ts';
import { clientAddress } from '../limits/client-address.ts';
import { createRequestLog } from '../log.ts';
import { createAdmission } from './admission.ts';
import { answerKey } from './answers/answers.ts';
import { createRecall } from './answers/recall.ts';
import type { ContextOptions } from './context.ts';
import { createCors, isLoopbackHost } from './cors.ts';
import type { Manifest } from './documents/manifest.ts';
import { createTrustedDocuments } from './documents/trusted-documents.ts';
import { readWebDocuments } from './documents/web-documents.ts';
import type { CompleteResponse, HttpRequest, HttpResponse } from './exchange.ts';
import { fromFetchRequest, toFetchResponse } from './fetch-exchange.ts';
import { arrivedKeyOf, createGraphqlRoute } from './graphql.ts';
import { createGraphqlStreamRoute } from './graphql-stream.ts';
import { createHealth, type Readiness } from './health.ts';
import { createIdempotency } from './idempotency.ts';
import { recallCaller } from './identify-caller.ts';
import { createMcpRoute } from './mcp/mcp.ts';
import { storedDocuments } from './mcp/stored-documents.ts';
import { createMetrics, type ServiceMetrics } from './metrics.ts';
import { fromNodeRequest, printResponse, sendResponse } from './node-exchange.ts';
import { createOperationCache } from './operations/operation-cache.ts';
import { createRunner } from './operations/run-operation.ts';
import { graphiqlPage } from './pages/graphiql.ts';
import { listPages } from './pages/list-pages.ts';
import { createPages } from './pages/pages.ts';
import { toServiceError } from './public-error.ts';
import { chargeArrival } from './request-gate.ts';
import { chooseRequestId } from './request-id.ts';
import type { RequestState } from './request-state.ts';
import { createRequestTrace } from './request-trace.ts';
import { createResponseHeaders } from './response-headers.ts';
import { createRest } from './rest/rest.ts';
import { rows } from './rest/rows.ts';
import { createDocuments } from './rest/serve-documents.ts';
import { acceptsJson, namesOtherForm, unlessUnchanged } from './rest/to-response.ts';
import { plainRoute, type Route } from './route.ts';
import { withTiming } from './server-timing.ts';
import type { PrintedResponse } from './write-response.ts';

export interface ServerOptions extends ContextOptions {
  readonly config: Pick<
    Config,
    | 'bodyLimit'
    | 'importLimit'
    | 'graphiql'
    | 'introspection'
    | 'fastPath'
    | 'trustProxy'
    | 'corsLocalhost'
    | 'corsOrigins'
    | 'host'
    | 'rateLimitOnError'
    | 'metricsLoopback'
    | 'trustedDocumentsOnly'
  >;
  readonly schema: GraphQLSchema;
  /** Documents that clients may name by their ids. */
  readonly manifest: Manifest;
  /** On connections that other work cannot use up. */
  readonly reserved: Database;
  readonly readiness: Readiness;
  readonly metrics: ServiceMetrics;
  /** Undefined unless traces are exported. */
  readonly tracer: Tracer | undefined;
  readonly version: string;
}

export interface HttpServer {
  /** Responds to a read from memory, if all about it is known. */
  recall(request: HttpRequest): PrintedResponse | undefined;
  /** Returns what is to be done for a request when it is its turn. */
  arrive(request: IncomingMessage, response: ServerResponse): () => Promise<void>;
  /** Handles a request without a network. */
  fetch(request: Request): Promise<Response>;
}

/** The HTTP layer. What happens to a request: `respondAtOnce`, or `begin`, `respond`, `complete`. */
export function createServer(options: ServerOptions): HttpServer {
  const { config, schema, auth, limits, log, version } = options;
  const { bodyLimit, importLimit, introspection, fastPath } = config;
  const logRequest = createRequestLog(log);
  const trace = createRequestTrace(options.tracer, auth.issuer, log);
  const admission = createAdmission(limits);
  const gate = { auth, admission };
  const idempotency = createIdempotency({ ...options, secrets: auth.secrets });
  const cors = createCors({
    origins: config.corsOrigins,
    allowsLocalhost: config.corsLocalhost && isLoopbackHost(config.host),
  });
  const headersOf = createResponseHeaders(cors);
  const { metrics } = options;
  const showMetrics = createMetrics({ metrics, gate, allowsLoopback: config.metricsLoopback });
  const health = createHealth({
    database: options.reserved,
    queue: options.jobs,
    needsRedis: config.rateLimitOnError === 'refuse',
    readiness: options.readiness,
    log,
  });
  const findPage = createPages(
    listPages(schema, { version, url: auth.issuer }, config),
    config.graphiql ? graphiqlPage : undefined,
  );
  const findDocument = createDocuments(auth, gate);
  const stored = [...rows.map(({ document }) => document), ...storedDocuments];
  const operations = createOperationCache({ schema, introspection, fastPath, stored });
  const run = createRunner({ ...options, admission });
  const recall = createRecall(options.answers, admission);
  const { shutdown } = options;
  const shared = { operations, run, bodyLimit, gate, idempotency, recall, shutdown, log };
  const findRows = createRest({ rows, schema, fastPath, importLimit, ...shared });
  const only = config.trustedDocumentsOnly;
  const workbench = only ? readWebDocuments() : new Set<string>();
  const documents = createTrustedDocuments({ ...options, only, workbench });
  const graphql = createGraphqlRoute({ ...shared, documents, fastPath });
  const graphqlStream = createGraphqlStreamRoute({ ...shared, documents });
  const mcp = createMcpRoute({ ...shared, schema, fastPath, cors, auth, version });

  const findRoute = (request: HttpRequest): Route => {
    const { path } = request;
    if (cors.isPreflight(request)) return plainRoute(cors.respondToPreflight);
    const check = health.get(path);
    if (check) return plainRoute(check, true);
    const route = findRows(path);
    if (route) return route;
    const page = findPage(request);
    if (page) return page;
    if (path === '/graphql') return graphql;
    if (path === '/graphql/stream') return graphqlStream;
    if (path === '/mcp') return mcp;
    if (path === '/metrics') return plainRoute(showMetrics);
    return plainRoute(findDocument(path) ?? notFound);
  };

  function begin(request: HttpRequest, caller = auth.authenticator.anonymous): RequestState {
    const { remoteAddress } = request;
    const state: RequestState = {
      request,
      requestId: chooseRequestId(request.header('x-request-id')),
      startedAt: performance.now(),
      trace: undefined,
      span: undefined,
      caller,
      address: clientAddress(remoteAddress, request.header('x-forwarded-for'), config.trustProxy),
    };
    trace.begin(state);
    return state;
  }

  /** A read that was asked before, by a caller who is known: to answer it costs less than to let it wait. */
  function respondAtOnce(request: HttpRequest): CompleteResponse | undefined {
    const caller = fastPath ? recallCaller(auth, request) : undefined;
    const key = caller && keyOf(caller, request);
    const known = key === undefined ? undefined : recall.find(key, request);
    if (!known) return undefined;
    const state = begin(request, caller);
    const response = recall.atOnce(known, state);
    if (!response) return undefined;
    const isRead = request.method === 'GET';
    return complete(isRead ? unlessUnchanged(response, request) : response, state);
  }

  function keyOf(caller: Caller, request: HttpRequest): string | undefined {
    const { method, path, search } = request;
    if (method === 'POST' && path === '/graphql') return arrivedKeyOf(caller, request);
    if (method !== 'GET' || !acceptsJson(request) || namesOtherForm(request)) return undefined;
    return answerKey(caller, path, search);
  }

  const respond = (request: HttpRequest, state: RequestState) =>
    trace.attribute(state, () => respondInTurn(request, state));

  async function respondInTurn(request: HttpRequest, state: RequestState): Promise<HttpResponse> {
    state.workedFrom = performance.now();
    const route = findRoute(request);
    let response: HttpResponse;
    try {
      const arrival = route.isFree ? undefined : chargeArrival(gate, request, state);
      if (arrival) await arrival;
      response = await route.respond(request, state);
    } catch (thrown) {
      response = route.describe(toServiceError(thrown, state, log), state);
    }
    const finished = idempotency.finish(state, response);
    if (finished) await finished;
    return response;
  }

  /** Adds the headers that every response has, and records it. */
  function complete(response: HttpResponse, state: RequestState): CompleteResponse {
    const { requestId, startedAt, request } = state;
    const { method, path } = request;
    const { status, body } = response;
    const ms = performance.now() - startedAt;
    metrics.observe(state, status, ms);
    trace.end(state, status);
    logRequest({ requestId, method, path, status, ms, traceId: state.trace?.traceId });
    const { headers, shared } = headersOf(withTiming(response, state, ms), state);
    return { status, headers, shared, body };
  }

  return {
    recall(request) {
      const response = respondAtOnce(request);
      return response && printResponse(response);
    },
    arrive(incoming, outgoing) {
      const request = fromNodeRequest(incoming, outgoing);
      const state = begin(request);
      return async () =>
        sendResponse(complete(await respond(request, state), state), request, outgoing);
    },
    async fetch(given) {
      const request = fromFetchRequest(given);
      const known = respondAtOnce(request);
      if (known) return toFetchResponse(known);
      const state = begin(request);
      const completed = complete(await respond(request, state), state);
      given.signal.throwIfAborted();
      return toFetchResponse(completed);
    },
  };
}

function notFound(): never {
  const message = 'No resource at this path. See /docs for the available paths.';
  throw new ServiceError('NOT_FOUND', message);
}
