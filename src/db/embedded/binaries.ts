import { spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { DatabaseError, reasonOf } from '../database-error.ts';
import { ensureDataDir } from './data-dir.ts';
import { findArchive } from './postgres-archive.ts';
import { findPackage, linkLibraries } from './postgres-package.ts';
import { canRun, type ServerUser } from './server-user.ts';
import { ensureSystemFolder, systemFolder } from './system-folder.ts';

export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/** Where PostgreSQL comes from. */
interface Source {
  readonly version: string;
  /** Where it can run without a copy. */
  readonly folder?: string;
  copy(to: string): Promise<void>;
  /** Throws if a copy would fail. */
  verify?(): Promise<void>;
}

const system = process.platform === 'win32' ? 'windows' : process.platform;
const platform = `${system}-${process.arch}`;

/**
 * PostgreSQL's programs at a path where the server's user can run them: those of the npm package in a checkout; else a
 * copy in DATA_DIR, or in a system folder if this process is root. A copy is unpacked from the archive of the
 * published package, or made if the server's user cannot reach the npm package or it lacks links that this process
 * may not create.
 */
export async function findBinaries(
  user: ServerUser | undefined,
  dataDir: string,
): Promise<Binaries> {
  const source = findSource();
  if (source.folder) {
    await linkLibraries(source.folder);
    const installed = binariesIn(source.folder);
    if (canRun(installed.postgres, ['--version'], user)) return installed;
  }
  const folder = copyFolder(source, user, dataDir);
  if (!(await exists(folder))) {
    await (user ? ensureSystemFolder() : ensureDataDir(dataDir));
    await createCopy(source, folder);
  }
  const copied = binariesIn(folder);
  if (canRun(copied.postgres, ['--version'], user)) return copied;
  throw new DatabaseError(
    `Cannot run PostgreSQL at ${copied.postgres}. If its disk allows programs (no noexec) and the system has glibc, delete ${folder} and start again; else set DATABASE_URL.`,
  );
}

/**
 * The version of PostgreSQL, such as 18.4.0, if it can be run; an archive that has not been unpacked yet is
 * only checked.
 */
export async function checkBinaries(
  user: ServerUser | undefined,
  dataDir: string,
): Promise<string> {
  const source = findSource();
  const isUnpacked = await exists(copyFolder(source, user, dataDir));
  if (source.verify && !isUnpacked) await source.verify();
  else await findBinaries(user, dataDir);
  return source.version.replace(/-.*/, '');
}

/** Fills a new folder completely or leaves none. */
export async function createCopy(source: Pick<Source, 'copy'>, to: string): Promise<void> {
  // Not the process id, which two containers may share.
  const draft = `${to}.${randomUUID()}`;
  try {
    await source.copy(draft);
    await linkLibraries(draft);
    // Under a strict umask the files are readable by this user only.
    spawnSync('chmod', ['-R', 'a+rX', draft]);
    await rename(draft, to);
    await removeDrafts(to);
  } catch (cause) {
    await rm(draft, { recursive: true, force: true });
    // Another process has created the same copy first.
    if (await exists(to)) return;
    if (cause instanceof DatabaseError) throw cause;
    throw new DatabaseError(`PostgreSQL cannot be copied to ${to}: ${reasonOf(cause)}`, { cause });
  }
}

/** Of killed processes; one that is still at it fails, and then finds the copy. */
async function removeDrafts(copy: string): Promise<void> {
  for (const name of await readdir(dirname(copy))) {
    const [, start] = /^(.+)\.[\da-f-]{36}$/.exec(name) ?? [];
    if (start !== basename(copy)) continue;
    await rm(join(dirname(copy), name), { recursive: true, force: true }).catch(() => undefined);
  }
}

/** The archive first: around an installed package there may be an npm package of another version. */
function findSource(): Source {
  const source = findArchive(platform) ?? findPackage(platform);
  if (source) return source;
  throw new DatabaseError(
    `The embedded PostgreSQL for ${platform} is not installed. Set DATABASE_URL to use your own PostgreSQL.`,
  );
}

function copyFolder({ version }: Source, user: ServerUser | undefined, dataDir: string): string {
  return join(user ? systemFolder : resolve(dataDir), `postgresql-${version}`);
}

function binariesIn(folder: string): Binaries {
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const program = (name: string) => join(folder, 'bin', `${name}${suffix}`);
  return { initdb: program('initdb'), postgres: program('postgres') };
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
