import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Auth } from '../auth/auth.ts';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { markCommitted } from '../db/idempotency-store.ts';
import { inTransaction } from '../db/transaction.ts';
import { errorTable } from '../domain/errors.ts';
import type { Events } from '../events/events.ts';
import type { AnalysisEngine } from '../jobs/analysis-engine.ts';
import { embeddingsProvider } from '../jobs/embeddings.ts';
import type { Limits } from '../limits/limits.ts';
import type { Streams } from '../limits/streams.ts';
import type { Log } from '../log.ts';
import type { Context } from '../schema/context.ts';
import { createDocumentCache } from './document-cache.ts';
import { createIdempotency } from './idempotency.ts';
import { createIdentification } from './identify.ts';
import { useMetrics } from './metrics.ts';
import { buildOpenApi } from './openapi/openapi.ts';
import type { Asset } from './pages/asset.ts';
import { docsPages } from './pages/docs.ts';
import { graphiqlPage } from './pages/graphiql.ts';
import { homePages } from './pages/home.ts';
import { usePages } from './pages/use-pages.ts';
import { problemType } from './problem.ts';
import type { RequestState } from './request-state.ts';
import { analysisRows } from './rest/analysis.ts';
import { authRows } from './rest/auth.ts';
import { questionRows } from './rest/questions.ts';
import { useRest } from './rest/use-rest.ts';
import { useAccess } from './use-access.ts';
import { useApiHeaders } from './use-api-headers.ts';
import { useCors } from './use-cors.ts';
import { useDocumentLimits } from './use-document-limits.ts';
import { useErrors } from './use-errors.ts';
import { useGraphqlTransport } from './use-graphql-transport.ts';
import { useHealth } from './use-health.ts';
import { useIntrospectionSwitch } from './use-introspection-switch.ts';
import { createAdmission } from './use-limits.ts';
import { useRequestId } from './use-request-id.ts';
import { useUnknownPath } from './use-unknown-path.ts';
import { useVariableFaults } from './use-variable-faults.ts';

export interface ServerOptions {
  readonly config: Pick<
    Config,
    | 'bodyLimit'
    | 'graphiql'
    | 'introspection'
    | 'trustProxy'
    | 'corsOrigins'
    | 'embeddingsUrl'
    | 'embeddingsKey'
    | 'embeddingsModel'
  >;
  readonly schema: GraphQLSchema;
  readonly database: Database;
  readonly auth: Auth;
  readonly limits: Limits;
  readonly engine: AnalysisEngine;
  readonly events: Events;
  readonly streams: Streams;
  readonly clock: () => Date;
  readonly log: Log;
  readonly version: string;
}

/** Every REST route there is. */
export const rows = [...questionRows, ...analysisRows, ...authRows];

/** The whole transport: a request passes the plugins from top to bottom until one answers it. */
export function createServer(options: ServerOptions) {
  const { config, schema, database, auth, limits, clock, log, version } = options;
  const { bodyLimit } = config;
  const identification = createIdentification(auth, clock);
  const admission = createAdmission(limits, config.trustProxy);
  const reception = { identification, admission };
  const idempotency = createIdempotency(database, clock, log);
  return createYoga<RequestState>({
    schema,
    context: (state) => createContext(state, options),
    graphqlEndpoint: '/graphql',
    plugins: [
      useRequestId(log),
      useApiHeaders(),
      useCors(config.corsOrigins),
      admission.plugin,
      useMetrics({ database, reception, log }),
      identification.plugin,
      idempotency.plugin,
      useHealth({ database, queue: options.engine, log }),
      usePages({
        pages: listPages(schema, version, config),
        graphiql: config.graphiql ? graphiqlPage : undefined,
        log,
      }),
      useRest({ rows, schema, bodyLimit, reception, idempotency, log }),
      useGraphqlTransport({ bodyLimit, reception, idempotency, log }),
      useUnknownPath(),
      useDocumentLimits(rows.map(({ document }) => document)),
      useIntrospectionSwitch(config.introspection),
      useAccess(),
      useVariableFaults(),
      useErrors(log),
    ],
    parserAndValidationCache: {
      documentCache: createDocumentCache(),
      errorCache: createDocumentCache(),
    },
    // Yoga's own versions of what the plugins above do.
    maskedErrors: false,
    landingPage: false,
    graphiql: false,
    cors: false,
    batching: false,
    multipart: false,
    // Any address that ends in this is answered before our plugins see it; none ends in a space.
    healthCheckEndpoint: ' ',
    maxRequestBodySize: false,
    logging: false,
    disposeOnProcessTerminate: false,
  });
}

function createContext(
  state: RequestState & { request?: Request },
  { config, database, auth, limits, engine, events, streams, clock }: ServerOptions,
): Context & { state: RequestState } {
  return {
    state,
    database,
    auth,
    loginLimiter: limits.login,
    engine,
    events,
    streams,
    hasEmbeddings: embeddingsProvider(config) !== undefined,
    chargeRun: async () => {
      await limits.chargeRun(state.caller, state.address);
    },
    clock,
    caller: state.caller,
    client: {
      address: state.address,
      userAgent: state.request?.headers.get('user-agent')?.slice(0, 200) ?? null,
    },
    change: async (work, { answerIsSecret } = { answerIsSecret: false }) => {
      const { idempotency: owner } = state;
      if (!owner) return inTransaction(database, work);
      const result = await inTransaction(database, async (transaction) => {
        const made = await work(transaction);
        await markCommitted(transaction, owner);
        return made;
      });
      owner.isCommitted = true;
      owner.answerIsSecret = answerIsSecret;
      return result;
    },
  };
}

function listPages(
  schema: GraphQLSchema,
  version: string,
  { graphiql, introspection }: ServerOptions['config'],
): Map<string, Asset> {
  const json = 'application/json; charset=utf-8';
  const problems = Object.entries(errorTable).map(([code, entry]): [string, Asset] => [
    problemType(code),
    { type: json, body: () => JSON.stringify({ code, ...entry }) },
  ]);
  const printed: Asset = {
    type: 'text/plain; charset=utf-8',
    body: () => printSchema(lexicographicSortSchema(schema)),
  };
  return new Map<string, Asset>([
    ...Object.entries(homePages(graphiql)),
    ...Object.entries(docsPages),
    [
      '/openapi.json',
      { type: json, body: () => JSON.stringify(buildOpenApi(rows, schema, version)) },
    ],
    // Where the schema is not told to a query, it is not told here either.
    ...(introspection ? [['/schema.graphql', printed] as const] : []),
    ...problems,
  ]);
}
