import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import type { Config } from '../../config.ts';
import { errorTable } from '../../domain/errors.ts';
import { buildOpenApi } from '../openapi/openapi.ts';
import { problemType } from '../problem.ts';
import { documents } from '../rest/documents.ts';
import { rows } from '../rest/rows.ts';
import type { Asset } from './asset.ts';
import { docsPages } from './docs.ts';
import { homePages } from './home.ts';

/** All pages and generated documents but GraphiQL, which shares its path with GraphQL. */
export function listPages(
  schema: GraphQLSchema,
  version: string,
  { graphiql, introspection }: Pick<Config, 'graphiql' | 'introspection'>,
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
      {
        type: json,
        body: () => JSON.stringify(buildOpenApi({ rows, documents, schema, version })),
      },
    ],
    // Without introspection the schema is not published here either.
    ...(introspection ? [['/schema.graphql', printed] as const] : []),
    ...problems,
  ]);
}
