import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { closeAfterFile } from './close-after-file.ts';

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url));

const settings = {
  compilerOptions: {
    target: 'ES2023',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    types: [],
    module: 'NodeNext',
    strict: true,
    noUncheckedIndexedAccess: true,
    exactOptionalPropertyTypes: true,
  },
};

export interface ClientProject {
  /** The compiler errors of each of these programs. */
  compile(programs: readonly string[]): Promise<string[][]>;
  /** Runs one of the compiled programs and returns the JSON it prints. */
  run(index: number, argument: string): Promise<unknown>;
  /** Runs one of them and returns what it prints. */
  print(index: number): Promise<string>;
}

/** A project like that of an API user: generated types, these packages, strict compiler, plain Node.js. */
export async function createClientProject(
  types: string,
  packages: Readonly<Record<string, string>> = {},
): Promise<ClientProject> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-client-'));
  closeAfterFile(() => rm(folder, { recursive: true, force: true }));
  await linkModules(join(folder, 'node_modules'), packages);
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  await writeFile(join(folder, 'api.d.ts'), types);
  const run = promisify(execFile);
  const print = async (index: number, ...args: string[]) => {
    const program = join(folder, `client-${index}.js`);
    return (await run(process.execPath, [program, ...args])).stdout;
  };
  return {
    async compile(programs) {
      await Promise.all(
        programs.map((text, index) => writeFile(join(folder, `client-${index}.ts`), text)),
      );
      const compiler = join(modules, 'typescript/bin/tsc');
      const { stdout } = await run(process.execPath, [compiler, '--project', folder]).catch(
        (failure: { stdout: string }) => failure,
      );
      const lines = stdout.split('\n').filter((line) => line.includes(': error TS'));
      return programs.map((_, index) =>
        lines.filter((line) => line.includes(`client-${index}.ts`)),
      );
    },
    async run(index, argument) {
      return JSON.parse(await print(index, argument));
    },
    print,
  };
}

/** The packages of this project, and others by the folders where they are. */
async function linkModules(target: string, packages: Readonly<Record<string, string>>) {
  if (Object.keys(packages).length === 0) return symlink(modules, target, 'junction');
  await mkdir(target);
  for (const name of await readdir(modules)) {
    if (!(name in packages)) await symlink(join(modules, name), join(target, name), 'junction');
  }
  for (const [name, path] of Object.entries(packages)) {
    await symlink(path, join(target, name), 'junction');
  }
}
