import { Argument, type Command } from 'commander';
import { lexicographicSortSchema, printSchema } from 'graphql';
import { readVersion } from '../app.ts';
import { buildOpenApi } from '../http/openapi/openapi.ts';
import { rows } from '../http/server.ts';
import { buildSchema } from '../schema/schema.ts';

export function printCommand(program: Command): void {
  program
    .command('print')
    .description('Print the GraphQL schema or the OpenAPI document.')
    .addArgument(new Argument('<what>', 'which one').choices(['schema', 'openapi']))
    .action(async (what: 'schema' | 'openapi') => {
      const schema = buildSchema();
      console.log(
        what === 'schema'
          ? printSchema(lexicographicSortSchema(schema))
          : JSON.stringify(buildOpenApi(rows, schema, await readVersion()), null, 2),
      );
    });
}
