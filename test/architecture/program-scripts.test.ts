import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
// @ts-expect-error A script of the build, without types.
import { writeScripts } from '../../src/build/program-scripts.js';

const root = mkdtempSync(join(tmpdir(), 'quaestor-scripts-'));
const program = join(root, 'dist/bundle/program');
const cache = join(root, 'dist/cache');
afterAll(() => rmSync(root, { recursive: true, force: true }));

mkdirSync(program, { recursive: true });
writeFileSync(join(root, 'package.json'), '{"type":"module"}');
cpSync(
  fileURLToPath(new URL('../../src/load-program.cjs', import.meta.url)),
  join(root, 'dist/bundle/load-program.cjs'),
);
writeFileSync(
  join(root, 'dist/bundle/quaestor.cjs'),
  "require('./load-program.cjs').loadProgram('main');\n",
);

/** Modules as esbuild writes them. */
const modules = {
  main: `#!/usr/bin/env node
import{twice as double,text as word}from"./lib.js";import*as path from"node:path";
import os,{EOL as end}from"node:os";
import"./effect.js";
import("./common.js").then(({default:{word:c}})=>console.log(c));import("./later.js").then(({later})=>import("node:util").then(({format})=>console.log(double(2),word,path.sep,
os.EOL===end,format("%s",later),import.meta.url.split("/").slice(-3).join("/"),/^[é]$/.test("\\xe9"))));
//# an end
`,
  lib: `var Kind;(function(Kind2){Kind2.A="a"})(Kind||(Kind={}));function twice(value){return 2*value}var text="import x from 'y';export{z};";
var assigned;function assign(){assigned="later"}export{text,twice,Kind,assign,assigned};
/*! A license */
//# an end
`,
  common:
    'var require_common=()=>({word:"c"});export default require_common();\n/*! A license */\n',
  effect: 'globalThis.loaded=(globalThis.loaded??0)+1;\n',
  later:
    'import{Kind,assign,assigned}from"./lib.js";assign();var later=Kind.A+globalThis.loaded+assigned;export{later};\n',
};
await write(modules);

async function write(modules: Record<string, string>): Promise<void> {
  const files = Object.entries(modules).map(([name, code]) => {
    const file = join(program, `${name}.js`);
    writeFileSync(file, code);
    return file;
  });
  await writeScripts(files, program);
}

function run(): string {
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'dist/bundle/quaestor.cjs')]);
  return `${stdout}${stderr}`;
}

describe('the scripts of a program', () => {
  const said = "c\n4 import x from 'y';export{z}; / true a1later dist/bundle/main.js true\n";

  it('do what the modules do, and keep what was compiled', () => {
    expect(run()).toBe(said);
    const [file = '', ...others] = readdirSync(cache);
    expect([file, ...others]).toEqual(['main.bin']);
    const kept = readFileSync(join(cache, file));
    expect(run()).toBe(said);
    expect(readFileSync(join(cache, file)).equals(kept)).toBe(true);
  });

  it('are compiled again when what was kept cannot be read, or is of other code', async () => {
    const file = join(cache, 'main.bin');
    const kept = readFileSync(file);
    writeFileSync(file, kept.subarray(0, kept.length / 2));
    expect(run()).toBe(said);
    expect(readFileSync(file).length).toBe(kept.length);
    await write({ main: 'console.log("another build");\n' });
    expect(run()).toBe('another build\n');
  });

  it('import no default of one another', async () => {
    const refused = write({ other: 'import word from"./lib.js";console.log(word);\n' });
    await expect(refused).rejects.toThrow('not imported by names');
  });
});
