import type { IncomingMessage, ServerResponse } from 'node:http';
import type { GraphQLSchema } from 'graphql';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { ServiceError } from '../domain/errors.ts';
import { quotaHeaders } from '../limits/budget.ts';
import { clientAddress } from '../limits/client-address.ts';
import type { Log } from '../log.ts';
import { createAdmission } from './admission.ts';
import { createRecall } from './answers/recall.ts';
import { apiHeaders } from './api-headers.ts';
import type { ContextOptions } from './context.ts';
import { createCors } from './cors.ts';
import type { HttpRequest, HttpResponse } from './exchange.ts';
import { fromFetchRequest, toFetchResponse } from './fetch-exchange.ts';
import { createGraphqlRoute } from './graphql.ts';
import { createHealth, type Readiness } from './health.ts';
import { createIdempotency } from './idempotency.ts';
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
  handle(request: IncomingMessage, response: ServerResponse): Promise<void>;
  /** Handles a request without a network. */
  fetch(request: Request): Promise<Response>;
}

/** The HTTP layer. What happens to a request is `respond`, from top to bottom. */
export function createServer(options: ServerOptions): HttpServer {
  const { config, schema, database, auth, limits, log, version } = options;
  const { bodyLimit, introspection, fastPath } = config;
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
  const findRows = createRest({ rows, schema, ...shared });
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

  async function respond(request: HttpRequest): Promise<HttpResponse> {
    const state: RequestState = {
      request,
      requestId: chooseRequestId(request.header('x-request-id')),
      startedAt: performance.now(),
      caller: auth.authenticator.anonymous,
      address: clientAddress(
        request.remoteAddress,
        request.header('x-forwarded-for'),
        config.trustProxy,
      ),
    };
    const response = await respondByRoute(findRoute(request), request, state);
    await idempotency.finish(state, response);
    complete(request, response, state);
    return response;
  }

  async function respondByRoute(
    route: Route,
    request: HttpRequest,
    state: RequestState,
  ): Promise<HttpResponse> {
    try {
      if (!route.isFree) await chargeArrival(gate, request, state);
      return await route.respond(request, state);
    } catch (thrown) {
      return route.describe(toServiceError(thrown, state.requestId, log), state);
    }
  }

  /** Adds the headers that every response has, and records it. */
  function complete(request: HttpRequest, { status, headers }: HttpResponse, state: RequestState) {
    if (state.quota && headers.ratelimit === undefined) {
      Object.assign(headers, quotaHeaders(state.quota));
    }
    cors.allow(request, headers);
    for (const name in apiHeaders) headers[name] ??= apiHeaders[name as keyof typeof apiHeaders];
    headers['x-request-id'] = state.requestId;
    metrics.observe(state, status);
    if (!log.isLevelEnabled('info')) return;
    const { method, path } = request;
    const ms = Math.round((performance.now() - state.startedAt) * 10) / 10;
    log.info({ request_id: state.requestId, method, path, status, ms }, 'Request completed');
  }

  return {
    async handle(incoming, outgoing) {
      const request = fromNodeRequest(incoming, outgoing);
      sendResponse(await respond(request), request, outgoing);
    },
    async fetch(request) {
      const response = await respond(fromFetchRequest(request));
      request.signal.throwIfAborted();
      return toFetchResponse(response);
    },
  };
}

function notFound(): never {
  const message = 'No resource at this path. See /docs for the available paths.';
  throw new ServiceError('NOT_FOUND', message);
}
