import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeAfterFile } from './close-after-file.ts';
import { checkout } from './program.ts';

/** Whether the commit of a release is here; a shallow clone has no history. */
export function hasCommit(commit: string): boolean {
  const object = `${commit}^{commit}`;
  return spawnSync('git', ['-C', checkout, 'cat-file', '-e', object]).status === 0;
}

/** Builds the program of 0.1.0 from its commit, with the packages of this checkout; returns its folder. */
export async function buildFirstRelease(commit: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-release-'));
  closeAfterFile(() => rm(folder, { recursive: true, force: true }));
  const archive = spawnSync('git', ['-C', checkout, 'archive', commit], { maxBuffer: 2 ** 28 });
  spawnSync('tar', ['-x', '-C', folder], { input: archive.stdout });
  await symlink(join(checkout, 'node_modules'), join(folder, 'node_modules'));
  const call = (program: string, args: string[]) =>
    spawnSync(process.execPath, [join(checkout, 'node_modules', program), ...args], {
      cwd: folder,
      encoding: 'utf8',
      // Prisma looks for its generators there.
      env: { ...process.env, PATH: `${join(checkout, 'node_modules/.bin')}:${process.env.PATH}` },
    });
  const generated = call('prisma/build/index.js', ['generate', '--no-hints']);
  if (generated.status !== 0) throw new Error(generated.stderr);
  // Types of newer packages may differ; what is emitted is the same.
  call('typescript/bin/tsc', ['-p', 'tsconfig.build.json', '--noEmitOnError', 'false']);
  // Where the program is expected.
  await mkdir(join(folder, 'dist/bundle'), { recursive: true });
  await writeFile(join(folder, 'dist/bundle/quaestor.cjs'), "import('../main.js');\n");
  return folder;
}
