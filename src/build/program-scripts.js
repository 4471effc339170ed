/**
 * Makes scripts of the modules that esbuild writes. V8 can keep what it has compiled of a script; of a module only newer
 * versions of Node.js let it (src/load-program.js loads them).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Script } from 'node:vm';
import { init, parse } from 'es-module-lexer';

await init;

/** The files of a program, rewritten in place. */
export function writeScripts(root, outputs) {
  for (const path of Object.keys(outputs).filter((each) => each.endsWith('.js'))) {
    const file = join(root, path);
    try {
      const script = toScript(readFileSync(file, 'utf8'));
      // Throws if it is none.
      new Script(script, { filename: file });
      writeFileSync(file, script);
    } catch (cause) {
      throw new Error(`${path} cannot be made a script: ${cause.message}`, { cause });
    }
  }
}

/**
 * A function that is given what a module has by itself, and returns what the module exports. Imports come first, as
 * in a module; the numbers of lines stay those of the source map.
 */
export function toScript(module) {
  const code = module.replace(/^#!.*/, '').replace(/[^\0-\x7f]/g, escapeCharacter);
  const [imports] = parse(code);
  const [end, exported] = findExports(code);
  assertConstant(code, exported);
  const declarations = [];
  let body = '';
  let from = 0;
  for (const { d: kind, ss, se, s, e } of imports) {
    const [start, stop, text] =
      kind === -1 ? [ss, se, ''] : kind === -2 ? [s, e, 'meta'] : [ss, s, 'loadLater('];
    if (kind === -1) declarations.push(toDeclaration(code.slice(ss, se), declarations.length));
    const lines = code.slice(start, stop).replace(/[^\n]/g, '');
    body += code.slice(from, start) + text + lines;
    from = stop;
  }
  body += code.slice(from, end);
  const names = exported.map(([local, name]) => `${name}:${local}`);
  return `(function(load,loadLater,meta,require){'use strict';${declarations.join('')}${body}\nreturn{${names}}})`;
}

/** In expressions that esbuild leaves as they are: V8 keeps a text that is ASCII in half of the memory. */
function escapeCharacter(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** `import{a as b}from"./chunk.js"` */
function toDeclaration(statement, number) {
  const [, clause = '', path] =
    /^import\s*([^"']*?)\s*(?:from\s*)?["']([^"']+)["']$/.exec(statement) ?? [];
  if (path === undefined) throw new Error(`an import is not understood: ${statement}`);
  const isOurs = path.startsWith('./');
  const loaded = `${isOurs ? 'load' : 'require'}(${JSON.stringify(path)})`;
  const [, initial, space, named] =
    /^([\w$]+)?\s*,?\s*(?:\*\s*as\s+([\w$]+))?(?:\{(.*)\})?$/s.exec(clause) ?? [];
  const variable = space ?? `imported${number}`;
  const names = (named ?? '').split(',').flatMap((each) => {
    const [name, local = name] = each.trim().split(/\s+as\s+/);
    return name ? [[name, local]] : [];
  });
  if (initial) names.push(['default', initial]);
  // A CommonJS module is what its import by default gives.
  const values = names.map(([name, local]) =>
    name === 'default' && !isOurs ? `${local}=${variable}` : `${local}=${variable}.${name}`,
  );
  return `const ${[`${variable}=${loaded}`, ...values].join()};`;
}

/** Where the only export statement of esbuild begins, the last one of the file, and its names. */
function findExports(code) {
  const found =
    /export(?:\{([^{}]*)\}| default ([\w$]+\(\)));\s*(?:\/\*(?:(?!export\{).)*)?(?:\/\/# .*\s*)?$/s.exec(
      code,
    );
  if (!found) return [code.length, []];
  // A CommonJS module that is imported on demand.
  if (found[2]) return [found.index, [[found[2], 'default']]];
  const names = found[1].split(',').map((each) => {
    const [local, name = local] = each.trim().split(/\s+as\s+/);
    return [local, name];
  });
  return [found.index, names];
}

/** These have the names of variables in functions, which are assigned. */
const constant = ['I', 'filter', 'map', 'parseValue'];

/** Of a variable that is assigned later, importers would keep the first value. */
function assertConstant(code, exported) {
  const assignments =
    /(?<![\w$.])(?:(var |let |const |,)\s*)?([\w$]+)(?:[-+*/%&|^?<>]*=(?![=>])|\+\+|--)|(?:\+\+|--)([\w$]+)/g;
  const assigned = new Set();
  for (const [, declaration, name, counted] of code.matchAll(assignments)) {
    if (!declaration) assigned.add(name ?? counted);
  }
  // `(A||(A={}))`: an enumeration of TypeScript, assigned where it is declared.
  for (const [, name] of code.matchAll(/(?<![\w$])([\w$]+)\|\|\(\s*\1=\s*\{\}\)/g))
    assigned.delete(name);
  const [variable] =
    exported.find(([name]) => assigned.has(name) && !constant.includes(name)) ?? [];
  if (variable) throw new Error(`${variable} is exported, and assigned after it is declared`);
}
