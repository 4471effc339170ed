import type { GraphQLSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import type { Log } from '../log.ts';
import { createAdmission } from './admission.ts';
import { type ContextOptions, createContext } from './context.ts';
import { createDocumentCache } from './document-cache.ts';
import { createIdempotency } from './idempotency.ts';
import { graphiqlPage } from './pages/graphiql.ts';
import { listPages } from './pages/list-pages.ts';
import { usePages } from './pages/use-pages.ts';
import type { RequestState } from './request-state.ts';
import { rows } from './rest/rows.ts';
import { useDocuments } from './rest/use-documents.ts';
import { useRest } from './rest/use-rest.ts';
import { useAccess } from './use-access.ts';
import { useApiHeaders } from './use-api-headers.ts';
import { useCors } from './use-cors.ts';
import { useDeadline } from './use-deadline.ts';
import { useDocumentLimits } from './use-document-limits.ts';
import { useErrors } from './use-errors.ts';
import { useGraphqlTransport } from './use-graphql-transport.ts';
import { type Readiness, useHealth } from './use-health.ts';
import { useIntrospectionSwitch } from './use-introspection-switch.ts';
import { useMetrics } from './use-metrics.ts';
import { useRequestId } from './use-request-id.ts';
import { useUnknownPath } from './use-unknown-path.ts';
import { useVariableErrors } from './use-variable-errors.ts';

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
  const { bodyLimit } = config;
  const admission = createAdmission(limits, config.trustProxy);
  const gate = { auth, admission };
  const idempotency = createIdempotency({ ...options, secrets: auth.secrets });
  return createYoga<RequestState>({
    schema,
    context: (state) => createContext(state, options),
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
      useRest({ rows, schema, bodyLimit, gate, idempotency, log }),
      useGraphqlTransport({ bodyLimit, gate, idempotency, log }),
      useUnknownPath(gate, log),
      useDocumentLimits(rows.map(({ document }) => document)),
      useIntrospectionSwitch(config.introspection),
      useAccess(),
      useVariableErrors(),
      // Last, so that its clock runs only for what is executed.
      useDeadline(),
      useErrors(log),
    ],
    parserAndValidationCache: {
      documentCache: createDocumentCache(),
      errorCache: createDocumentCache(),
    },
    // Yoga's own versions of what the plugins above do are off.
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
