import type { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { createAdmission } from './admission.ts';
import type { ContextOptions } from './context.ts';
import { createIdempotency } from './idempotency.ts';
import { createOperationCache } from './operations/operation-cache.ts';
import { createRunner } from './operations/run-operation.ts';
import { graphiqlPage } from './pages/graphiql.ts';
import { listPages } from './pages/list-pages.ts';
import { usePages } from './pages/use-pages.ts';
import type { RequestState } from './request-state.ts';
import { rows } from './rest/rows.ts';
import { useDocuments } from './rest/use-documents.ts';
import { useRest } from './rest/use-rest.ts';
import { useApiHeaders } from './use-api-headers.ts';
import { useCors } from './use-cors.ts';
import { useGraphqlTransport } from './use-graphql-transport.ts';
import { type Readiness, useHealth } from './use-health.ts';
import { useMetrics } from './use-metrics.ts';
import { useOperations } from './use-operations.ts';
import { useRequestId } from './use-request-id.ts';
import { useUnknownPath } from './use-unknown-path.ts';

export interface ServerOptions extends ContextOptions {
  readonly config: Pick<
    Config,
    | 'bodyLimit'
    | 'graphiql'
    | 'introspection'
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

/** The HTTP layer: a request passes the plugins from top to bottom until one responds. */
export function createServer(options: ServerOptions) {
  const { config, schema, database, auth, limits, log, version } = options;
  const { bodyLimit, introspection } = config;
  const admission = createAdmission(limits, config.trustProxy);
  const gate = { auth, admission };
  const idempotency = createIdempotency({ ...options, secrets: auth.secrets });
  const stored = rows.map(({ document }) => document);
  const operations = createOperationCache({ schema, introspection, stored });
  const run = createRunner({ ...options, introspection, admission });
  return createYoga<RequestState>({
    graphqlEndpoint: '/graphql',
    plugins: [
      useRequestId(log),
      useApiHeaders(),
      admission.plugin,
      useCors(config.corsOrigins, gate, log),
      useMetrics({ database, gate, allowsLoopback: config.metricsLoopback, log }),
      idempotency.plugin,
      useHealth({
        database: options.reserved,
        queue: options.jobs,
        needsRedis: config.rateLimitOnError === 'refuse',
        readiness: options.readiness,
        log,
      }),
      usePages({
        pages: listPages(schema, version, config),
        graphiql: config.graphiql ? graphiqlPage : undefined,
        gate,
        log,
      }),
      useDocuments({ auth, gate, log }),
      useRest({ rows, schema, operations, run, bodyLimit, gate, idempotency, log }),
      useGraphqlTransport({ bodyLimit, gate, idempotency, log }),
      useUnknownPath(gate, log),
      useOperations({ operations, run, log }),
    ],
    // Yoga's own versions of what the plugins above do are off.
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
}
