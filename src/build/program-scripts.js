/**
 * Makes scripts of the modules that esbuild writes, which splits modules alone. V8 can keep what it has compiled of a
 * script; of a module only newer versions of Node.js let it (src/load-program.cjs loads them).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { init, parse } from 'es-module-lexer';
import { build } from 'esbuild';

await init;

/** Rewrites the files in place. Each becomes a function that is given what a CommonJS module has by itself. */
export async function writeScripts(files, outdir) {
  await build({
    entryPoints: files,
    outdir,
    allowOverwrite: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    define: { 'import.meta.url': 'moduleUrl' },
    minifyWhitespace: true,
    lineLimit: 160,
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'warning',
    logOverride: { 'empty-import-meta': 'silent' },
  });
  for (const file of files) writeFileSync(file, toFunction(readFileSync(file, 'utf8')));
}

/** The numbers of lines stay those of the source map. */
function toFunction(script) {
  const code = script.replace(/^#!.*/, '').replace(/[^\0-\x7f]/g, escapeCharacter);
  // As Node.js has it for CommonJS: its default would be all that it exports. esbuild imports names from its files.
  if (code.includes('__toESM(require("./'))
    throw new Error('A file of the bundle is not imported by names');
  let body = '';
  let from = 0;
  for (const { d: parenthesis, ss: start } of parse(code)[0]) {
    if (parenthesis < 0) continue;
    body += `${code.slice(from, start)}importLater`;
    from = parenthesis;
  }
  return `(function(exports,require,module,moduleUrl,importLater){${body}${code.slice(from)}\n})`;
}

/** In expressions that esbuild leaves as they are: V8 keeps a text that is ASCII in half of the memory. */
function escapeCharacter(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
