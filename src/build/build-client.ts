/**
 * `npm run build:client` builds `quaestor/client` into dist/client: the types and the table of operations are generated from the OpenAPI
 * document (standard input), nothing is written by hand. Prints the size that browsers load.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { generateTypes } from '../../test/client-generator/generate-types.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const generated = join(root, 'src/client/generated');
const target = join(root, 'dist/client');
const maxBytes = 10 * 1024;

let text = '';
for await (const chunk of process.stdin) text += chunk;
const document: { readonly paths: Record<string, Record<string, { operationId: string }>> } =
  JSON.parse(text);
mkdirSync(generated, { recursive: true });
writeFileSync(join(generated, 'api.d.ts'), await generateTypes(document));
writeFileSync(join(generated, 'operations.ts'), operationTable());

rmSync(target, { recursive: true, force: true });
await build({
  absWorkingDir: root,
  entryPoints: ['src/client/client.ts'],
  outdir: 'dist/client',
  bundle: true,
  // Bundled from CommonJS, it would be twice as large.
  alias: {
    'graphql/language/printer.js': join(root, 'node_modules/graphql/language/printer.mjs'),
  },
  minify: true,
  format: 'esm',
  target: 'es2022',
  logLevel: 'warning',
});
const compiler = join(root, 'node_modules/typescript/bin/tsc');
const declarations = ['-p', 'src/client', '--noEmit', 'false', '--declaration'];
execFileSync(
  process.execPath,
  [compiler, ...declarations, '--emitDeclarationOnly', '--outDir', 'dist/client'],
  { cwd: root, stdio: 'inherit' },
);
mkdirSync(join(target, 'generated'), { recursive: true });
copyFileSync(join(generated, 'api.d.ts'), join(target, 'generated/api.d.ts'));
const bytes = gzipSync(readFileSync(join(target, 'client.js'))).length;
console.log(`dist/client/client.js: ${(bytes / 1024).toFixed(1)} KB compressed`);
if (bytes > maxBytes) throw new Error(`The client must have at most ${maxBytes} bytes compressed.`);

/** Where each operation is. */
function operationTable(): string {
  const lines = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([method]) => !method.startsWith('x-'))
      .map(
        ([method, { operationId }]) => `  ${operationId}: ['${method.toUpperCase()}', '${path}'],`,
      ),
  );
  return `import type { operations } from './api.d.ts';

export const operationPaths: Readonly<
  Record<keyof operations, readonly [method: string, path: string]>
> = {
${lines.join('\n')}
};
`;
}
