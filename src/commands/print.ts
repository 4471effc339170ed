import { Argument, type Command } from 'commander';
import { listSettings, readVersion } from '../config.ts';
import type { CommandContext } from './command-context.ts';

const printers = { schema: printGraphql, openapi: printOpenApi, settings: printSettings };

export function printCommand(program: Command, { print }: CommandContext): void {
  program
    .command('print')
    .description('Print the GraphQL schema, the OpenAPI document or the settings table.')
    .addArgument(new Argument('<what>', 'what to print').choices(Object.keys(printers)))
    .action(async (what: keyof typeof printers) => print(await printers[what]()));
}

async function printGraphql(): Promise<string> {
  const { lexicographicSortSchema, printSchema } = await import('graphql');
  const { buildSchema } = await import('../schema/schema.ts');
  return printSchema(lexicographicSortSchema(buildSchema()));
}

async function printOpenApi(): Promise<string> {
  const { buildOpenApi } = await import('../http/openapi/openapi.ts');
  const { rows } = await import('../http/rest/rows.ts');
  const { buildSchema } = await import('../schema/schema.ts');
  const { documents } = await import('../http/rest/documents.ts');
  const source = { rows, documents, schema: buildSchema(), version: await readVersion() };
  return JSON.stringify(buildOpenApi(source), null, 2);
}

/** The table in the README. */
async function printSettings(): Promise<string> {
  const rows = listSettings().map(({ name, defaultValue, description }) => {
    const value = defaultValue === '' ? '' : `\`${defaultValue}\``;
    return `| \`${name}\` | ${value} | ${description} |`;
  });
  return ['| Variable | Default | Description |', '|---|---|---|', ...rows].join('\n');
}
