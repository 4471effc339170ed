import { Argument, type Command } from 'commander';
import { readVersion } from '../config.ts';

export function printCommand(program: Command): void {
  program
    .command('print')
    .description('Print the GraphQL schema or the OpenAPI document.')
    .addArgument(new Argument('<what>', 'which one').choices(['schema', 'openapi']))
    .action(async (what: 'schema' | 'openapi') => {
      console.log(what === 'schema' ? await printGraphql() : await printOpenApi());
    });
}

async function printGraphql(): Promise<string> {
  const { lexicographicSortSchema, printSchema } = await import('graphql');
  const { buildSchema } = await import('../schema/schema.ts');
  return printSchema(lexicographicSortSchema(buildSchema()));
}

async function printOpenApi(): Promise<string> {
  const { buildOpenApi } = await import('../http/openapi/openapi.ts');
  const { rows } = await import('../http/server.ts');
  const { buildSchema } = await import('../schema/schema.ts');
  return JSON.stringify(buildOpenApi(rows, buildSchema(), await readVersion()), null, 2);
}
