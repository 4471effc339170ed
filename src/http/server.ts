import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import { createYoga } from 'graphql-yoga';
import type { Config } from '../config.ts';
import type { Database } from '../db/database.ts';
import { markCommitted } from '../db/idempotency-store.ts';
import { inTransaction } from '../db/transaction.ts';
import { errorTable } from '../domain/errors.ts';
import type { Log } from '../log.ts';
import type { Context } from '../schema/context.ts';
import { createDocumentCache } from './document-cache.ts';
import { createIdempotency } from './idempotency.ts';
import { buildOpenApi } from './openapi/openapi.ts';
import type { Asset } from './pages/asset.ts';
import { docsPages } from './pages/docs.ts';
import { graphiqlPage } from './pages/graphiql.ts';
import { homePages } from './pages/home.ts';
import { usePages } from './pages/use-pages.ts';
import { problemType } from './problem.ts';
import type { RequestState } from './request-state.ts';
import { questionRows } from './rest/questions.ts';
import { useRest } from './rest/use-rest.ts';
import { useApiHeaders } from './use-api-headers.ts';
import { useCaller } from './use-caller.ts';
import { useErrors } from './use-errors.ts';
import { useGraphqlTransport } from './use-graphql-transport.ts';
import { useHealth } from './use-health.ts';
import { useIntrospectionSwitch } from './use-introspection-switch.ts';
import { useRequestId } from './use-request-id.ts';
import { useTokenLimit } from './use-token-limit.ts';
import { useUnknownPath } from './use-unknown-path.ts';
import { useVariableFaults } from './use-variable-faults.ts';

export interface ServerOptions {
  readonly config: Pick<Config, 'bodyLimit' | 'graphiql' | 'introspection'>;
  readonly schema: GraphQLSchema;
  readonly database: Database;
  readonly clock: () => Date;
  readonly log: Log;
  readonly version: string;
}

/** Every REST route there is. */
export const rows = [...questionRows];

/** The whole transport: a request passes the plugins from top to bottom until one answers it. */
export function createServer({ config, schema, database, clock, log, version }: ServerOptions) {
  const { bodyLimit } = config;
  const idempotency = createIdempotency(database, clock, log);
  return createYoga<RequestState>({
    schema,
    context: (state): Context => createContext(state, database, clock),
    graphqlEndpoint: '/graphql',
    plugins: [
      useRequestId(log),
      useApiHeaders(),
      useCaller(),
      idempotency.plugin,
      useHealth(database, log),
      usePages({
        pages: listPages(schema, version, config.graphiql),
        graphiql: config.graphiql ? graphiqlPage : undefined,
        log,
      }),
      useRest({ rows, schema, bodyLimit, idempotency, log }),
      useGraphqlTransport({ bodyLimit, idempotency, log }),
      useUnknownPath(),
      useTokenLimit(),
      useIntrospectionSwitch(config.introspection),
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

function createContext(state: RequestState, database: Database, clock: () => Date): Context {
  return {
    database,
    clock,
    caller: state.caller,
    change: async (work) => {
      const { idempotency: owner } = state;
      if (!owner) return inTransaction(database, work);
      const result = await inTransaction(database, async (transaction) => {
        const made = await work(transaction);
        await markCommitted(transaction, owner);
        return made;
      });
      owner.isCommitted = true;
      return result;
    },
  };
}

function listPages(
  schema: GraphQLSchema,
  version: string,
  withGraphiql: boolean,
): Map<string, Asset> {
  const json = 'application/json; charset=utf-8';
  const problems = Object.entries(errorTable).map(([code, entry]): [string, Asset] => [
    problemType(code),
    { type: json, body: () => JSON.stringify({ code, ...entry }) },
  ]);
  return new Map<string, Asset>([
    ...Object.entries(homePages(withGraphiql)),
    ...Object.entries(docsPages),
    [
      '/openapi.json',
      { type: json, body: () => JSON.stringify(buildOpenApi(rows, schema, version)) },
    ],
    [
      '/schema.graphql',
      {
        type: 'text/plain; charset=utf-8',
        body: () => printSchema(lexicographicSortSchema(schema)),
      },
    ],
    ...problems,
  ]);
}
