import { Argument, type Command } from 'commander';
import { listSettings, readVersion } from '../config.ts';

const printers = { schema: printGraphql, openapi: printOpenApi, settings: printSettings };

export function printCommand(program: Command): void {
  program
    .command('print')
    .description('Print the GraphQL schema, the OpenAPI document or the table of settings.')
    .addArgument(new Argument('<what>', 'which one').choices(Object.keys(printers)))
    .action(async (what: keyof typeof printers) => console.log(await printers[what]()));
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

/** As the README shows them. */
async function printSettings(): Promise<string> {
  const rows = listSettings().map(({ name, fallback, meaning }) => {
    const value = fallback === '' ? '' : `\`${fallback}\``;
    return `| \`${name}\` | ${value} | ${meaning} |`;
  });
  return ['| setting | default | meaning |', '|---|---|---|', ...rows].join('\n');
}
