import { type GraphQLSchema, lexicographicSortSchema, printSchema } from 'graphql';
import type { Config } from '../../config.ts';
import { buildAsyncApi } from '../asyncapi/asyncapi.ts';
import { buildOpenApi } from '../openapi/openapi.ts';
import { documents } from '../rest/documents.ts';
import { rows } from '../rest/rows.ts';
import type { Asset } from './asset.ts';
import { docsPages } from './docs.ts';
import { homePages } from './home.ts';
import { llmsText } from './llms-text.ts';
import { problemPages } from './problem-pages.ts';

/** All pages and generated documents but GraphiQL, which shares its path with GraphQL. */
export function listPages(
  schema: GraphQLSchema,
  { version, url }: { version: string; url: () => string },
  { graphiql, introspection }: Pick<Config, 'graphiql' | 'introspection'>,
): Map<string, Asset> {
  const json = 'application/json; charset=utf-8';
  const printed: Asset = {
    type: 'text/plain; charset=utf-8',
    body: () => printSchema(lexicographicSortSchema(schema)),
  };
  return new Map<string, Asset>([
    ...homePages(graphiql),
    ...Object.entries(docsPages),
    [
      '/openapi.json',
      {
        type: json,
        body: () => JSON.stringify(buildOpenApi({ rows, documents, schema, version, url: url() })),
      },
    ],
    ['/asyncapi.json', { type: json, body: () => JSON.stringify(buildAsyncApi(schema, version)) }],
    ['/llms.txt', { type: 'text/plain; charset=utf-8', body: () => llmsText(rows, url()) }],
    // Without introspection the schema is not published here either.
    ...(introspection ? [['/schema.graphql', printed] as const] : []),
    ...problemPages(),
  ]);
}
