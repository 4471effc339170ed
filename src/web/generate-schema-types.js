/** Writes the types of the schema, by which the documents of the workbench are typed. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { minifyIntrospection, outputIntrospectionFile } from '@gql.tada/internal';
import { buildSchema, introspectionFromSchema } from 'graphql';

let text = '';
for await (const chunk of process.stdin) text += chunk;
const introspection = minifyIntrospection(introspectionFromSchema(buildSchema(text)));
const folder = new URL('./generated/', import.meta.url);
mkdirSync(folder, { recursive: true });
writeFileSync(
  new URL('schema.d.ts', folder),
  outputIntrospectionFile(introspection, { fileType: '.d.ts', shouldPreprocess: true }),
);
