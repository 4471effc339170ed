import { Argument, type Command } from 'commander';
import { listSettings } from '../config.ts';
import { readVersion } from '../package-file.ts';
import type { CommandContext } from './command-context.ts';

const printers = {
  schema: printGraphql,
  openapi: printOpenApi,
  asyncapi: printAsyncApi,
  settings: printSettings,
};

export function printCommand(program: Command, context: CommandContext): void {
  program
    .command('print')
    .description(
      'Print the GraphQL schema, the OpenAPI or AsyncAPI document, or the settings table.',
    )
    .addArgument(new Argument('<what>', 'what to print').choices(Object.keys(printers)))
    .action(async (what: keyof typeof printers) => context.print(await printers[what](context)));
}

async function printGraphql(): Promise<string> {
  const { lexicographicSortSchema, printSchema } = await import('graphql');
  const { buildSchema } = await import('../schema/schema.ts');
  return printSchema(lexicographicSortSchema(buildSchema()));
}

async function printOpenApi({ config }: CommandContext): Promise<string> {
  const { buildOpenApi } = await import('../http/openapi/openapi.ts');
  const { rows } = await import('../http/rest/rows.ts');
  const { buildSchema } = await import('../schema/schema.ts');
  const { documents } = await import('../http/rest/documents.ts');
  const { issuerOf } = await import('../auth/open-auth.ts');
  const url = issuerOf(config());
  const source = { rows, documents, schema: buildSchema(), version: await readVersion(), url };
  return JSON.stringify(buildOpenApi(source), null, 2);
}

async function printAsyncApi(): Promise<string> {
  const { buildAsyncApi } = await import('../http/asyncapi/asyncapi.ts');
  const { buildSchema } = await import('../schema/schema.ts');
  return JSON.stringify(buildAsyncApi(buildSchema(), await readVersion()), null, 2);
}

/** The table in the README. */
async function printSettings(): Promise<string> {
  const rows = listSettings().map(({ name, defaultValue, description }) => {
    const value = defaultValue === '' ? '' : `\`${defaultValue}\``;
    return `| \`${name}\` | ${value} | ${description} |`;
  });
  return ['| Variable | Default | Description |', '|---|---|---|', ...rows].join('\n');
}
