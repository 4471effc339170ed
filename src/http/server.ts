import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { ServiceError } from '../domain/errors.ts';
import { type QuotaStatus, quotaHeaders } from '../limits/budget.ts';
import { clientAddress } from '../limits/client-address.ts';
import { createRequestLog, type Log } from '../log.ts';
import { createAdmission } from './admission.ts';
import { answerKey } from './answers/answers.ts';
import { createRecall } from './answers/recall.ts';
import { apiHeaders } from './api-headers.ts';
import type { ContextOptions } from './context.ts';
import { createCors } from './cors.ts';
import type { CompleteResponse, HttpRequest, HttpResponse } from './exchange.ts';
import { fromFetchRequest, toFetchResponse } from './fetch-exchange.ts';
import { createGraphqlRoute } from './graphql.ts';
import { createHealth, type Readiness } from './health.ts';
import { createIdempotency } from './idempotency.ts';
import { recallCaller } from './identify-caller.ts';
import { createMetrics } from './metrics.ts';
import { fromNodeRequest, sendResponse } from './node-exchange.ts';
import { createOperationCache } from './operations/operation-cache.ts';
import { createRunner } from './operations/run-operation.ts';
import { graphiqlPage } from './pages/graphiql.ts';
import { listPages } from './pages/list-pages.ts';
import { createPages } from './pages/pages.ts';
import { toServiceError } from './public-error.ts';
import { chargeArrival } from './request-gate.ts';
import { chooseRequestId } from './request-id.ts';
import type { RequestState } from './request-state.ts';
import { createRest } from './rest/rest.ts';
import { rows } from './rest/rows.ts';
import { createDocuments } from './rest/serve-documents.ts';
import { acceptsJson, unlessUnchanged } from './rest/to-response.ts';
import { plainRoute, type Route } from './route.ts';

export interface ServerOptions extends ContextOptions {
  readonly config: Pick<
    Config,
    | 'bodyLimit'
    | 'graphiql'
    | 'introspection'
    | 'fastPath'
    | 'trustProxy'
    | 'corsOrigins'
    | 'rateLimitOnError'
    | 'metricsLoopback'
  >;
  readonly schema: GraphQLSchema;
  /** On connections that other work cannot use up. */
  readonly reserved: Database;
  readonly readiness: Readiness;
  readonly log: Log;
  readonly version: string;
}

export interface HttpServer {
  /** Responds to a request that is known, or returns what is to be done when it is its turn. */
  arrive(request: IncomingMessage, response: ServerResponse): (() => Promise<void>) | undefined;
  /** Handles a request without a network. */
  fetch(request: Request): Promise<Response>;
}

/** The HTTP layer. What happens to a request: `begin`, `respondAtOnce` or `respond`, `complete`. */
export function createServer(options: ServerOptions): HttpServer {
  const { config, schema, database, auth, limits, log, version } = options;
  const { bodyLimit, introspection, fastPath } = config;
  const requestLog = createRequestLog(log);
  const admission = createAdmission(limits);
  const gate = { auth, admission };
  const idempotency = createIdempotency({ ...options, secrets: auth.secrets });
  const cors = createCors(config.corsOrigins);
  const metrics = createMetrics({ database, gate, allowsLoopback: config.metricsLoopback, log });
  const health = createHealth({
    database: options.reserved,
    queue: options.jobs,
    needsRedis: config.rateLimitOnError === 'refuse',
    readiness: options.readiness,
    log,
  });
  const findPage = createPages(
    listPages(schema, version, config),
    config.graphiql ? graphiqlPage : undefined,
  );
  const findDocument = createDocuments(auth, gate);
  const stored = rows.map(({ document }) => document);
  const operations = createOperationCache({ schema, introspection, fastPath, stored });
  const run = createRunner({ ...options, admission });
  const recall = createRecall(options.answers, admission);
  const shared = { operations, run, bodyLimit, gate, idempotency, recall, log };
  const findRows = createRest({ rows, schema, fastPath, ...shared });
  const graphql = createGraphqlRoute({ ...shared, fastPath });

  const findRoute = (request: HttpRequest): Route => {
    const { path } = request;
    if (cors.isPreflight(request)) return plainRoute(cors.respondToPreflight);
    const check = health.get(path);
    if (check) return plainRoute(check, true);
    const route = findRows(path);
    if (route) return route;
    const page = findPage(request);
    if (page) return plainRoute(page);
    if (path === '/graphql') return graphql;
    if (path === '/metrics') return plainRoute(metrics.show);
    return plainRoute(findDocument(path) ?? notFound);
  };

  function begin(request: HttpRequest): RequestState {
    const { remoteAddress } = request;
    return {
      request,
      requestId: chooseRequestId(request.header('x-request-id')),
      startedAt: performance.now(),
      caller: auth.authenticator.anonymous,
      address: clientAddress(remoteAddress, request.header('x-forwarded-for'), config.trustProxy),
    };
  }

  /** A read that was asked before, by a caller who is known: to answer it costs less than to let it wait. */
  function respondAtOnce(request: HttpRequest, state: RequestState): HttpResponse | undefined {
    if (!fastPath || request.method !== 'GET' || !acceptsJson(request)) return undefined;
    const caller = recallCaller(auth, request);
    if (!caller) return undefined;
    state.caller = caller;
    const known = recall.atOnce(answerKey(caller, request.path, request.search), state);
    return known && unlessUnchanged(known, request);
  }

  async function respond(request: HttpRequest, state: RequestState): Promise<HttpResponse> {
    const route = findRoute(request);
    let response: HttpResponse;
    try {
      const arrival = route.isFree ? undefined : chargeArrival(gate, request, state);
      if (arrival) await arrival;
      response = await route.respond(request, state);
    } catch (thrown) {
      response = route.describe(toServiceError(thrown, state.requestId, log), state);
    }
    const finished = idempotency.finish(state, response);
    if (finished) await finished;
    return response;
  }

  /** Adds the headers that every response has, and records it. */
  function complete(response: HttpResponse, state: RequestState): CompleteResponse {
    const { request, requestId, startedAt } = state;
    const { status, body } = response;
    metrics.observe(state, status);
    if (log.isLevelEnabled('info')) {
      const { method, path } = request;
      const ms = Math.round((performance.now() - startedAt) * 10) / 10;
      requestLog.info({ request_id: requestId, method, path, status, ms }, 'Request completed');
    }
    return { status, headers: headersOf(response, state), body };
  }

  function headersOf(
    response: HttpResponse,
    { request, requestId, quota }: RequestState,
  ): string[] {
    const own = response.headers;
    const list = ['x-request-id', requestId];
    const cross = cors.allow(request, response);
    for (const name in own) if (!cross?.[name]) list.push(name, own[name] as string);
    for (const name in cross) list.push(name, cross[name] as string);
    for (const [name, value] of apiHeaderList) if (!own[name]) list.push(name, value);
    if (quota && !own.ratelimit) addQuota(list, quota);
    return list;
  }

  return {
    arrive(incoming, outgoing) {
      const request = fromNodeRequest(incoming, outgoing);
      const state = begin(request);
      const send = (response: HttpResponse) =>
        sendResponse(complete(response, state), request, outgoing);
      const known = respondAtOnce(request, state);
      if (!known) return async () => send(await respond(request, state));
      send(known);
      return undefined;
    },
    async fetch(given) {
      const request = fromFetchRequest(given);
      const state = begin(request);
      const response = respondAtOnce(request, state) ?? (await respond(request, state));
      const completed = complete(response, state);
      given.signal.throwIfAborted();
      return toFetchResponse(completed);
    },
  };
}

const apiHeaderList = Object.entries(apiHeaders);

function addQuota(list: string[], quota: QuotaStatus): void {
  const headers = quotaHeaders(quota);
  for (const name in headers) list.push(name, headers[name] as string);
}

function notFound(): never {
  const message = 'No resource at this path. See /docs for the available paths.';
  throw new ServiceError('NOT_FOUND', message);
}
