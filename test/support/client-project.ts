import { execFile } from 'node:child_process';
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
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
}

/** A project like that of an API user: generated types, strict compiler, plain Node.js. */
export async function createClientProject(types: string): Promise<ClientProject> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-client-'));
  closeAfterFile(() => rm(folder, { recursive: true, force: true }));
  await symlink(modules, join(folder, 'node_modules'), 'junction');
  await writeFile(join(folder, 'package.json'), '{ "type": "module" }');
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings));
  await writeFile(join(folder, 'api.d.ts'), types);
  const run = promisify(execFile);
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
      const program = join(folder, `client-${index}.js`);
      const { stdout } = await run(process.execPath, [program, argument]);
      return JSON.parse(stdout);
    },
  };
}
