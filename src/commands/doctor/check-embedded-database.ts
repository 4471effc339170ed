import { access, constants, readFile, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Config } from '../../config.ts';
import { type Check, ok, problem, warning } from './check.ts';

const minFreeBytes = 1024 ** 3;

export async function checkEmbeddedDatabase({ dataDir }: Config): Promise<Check[]> {
  return [await checkServer(dataDir), await checkFolder(dataDir), await checkSpace(dataDir)];
}

async function checkServer(dataDir: string): Promise<Check> {
  const [{ checkBinaries }, { findServerUser }] = await Promise.all([
    import('../../db/embedded/binaries.ts'),
    import('../../db/embedded/server-user.ts'),
  ]);
  try {
    const version = await checkBinaries(findServerUser(), dataDir);
    const created = await createdBy(dataDir);
    if (created && created !== version.split('.')[0]) {
      return problem(
        'database',
        `the data was written by PostgreSQL ${created}, and the embedded one is ${version}`,
        'Start the release that wrote it, run `quaestor backup`, and `quaestor restore` the file with this one into an empty DATA_DIR.',
      );
    }
    return ok('database', `embedded PostgreSQL ${version}`);
  } catch (error) {
    return problem(
      'database',
      (error as Error).message,
      'Reinstall Quaestor, or set DATABASE_URL to a PostgreSQL of your own.',
    );
  }
}

/** The major version of PostgreSQL whose data is there; undefined before the first start. */
async function createdBy(dataDir: string): Promise<string | undefined> {
  const pointer = await readFile(join(dataDir, 'postgres.location'), 'utf8').catch(() => '');
  const folder = pointer.trim() || join(dataDir, 'postgres');
  const version = await readFile(join(folder, 'data/PG_VERSION'), 'utf8').catch(() => undefined);
  return version?.trim();
}

async function checkFolder(dataDir: string): Promise<Check> {
  const folder = await firstExisting(dataDir);
  try {
    await access(folder, constants.W_OK | constants.X_OK);
  } catch {
    return problem(
      'data folder',
      `${folder} cannot be written to by this user`,
      'Change its owner, or set DATA_DIR to another folder.',
    );
  }
  return ok(
    'data folder',
    folder === dataDir ? dataDir : `${dataDir}, which the first start creates`,
  );
}

async function checkSpace(dataDir: string): Promise<Check> {
  const { bavail, bsize } = await statfs(await firstExisting(dataDir));
  const free = `${((bavail * bsize) / 1024 ** 3).toFixed(1)} GB free`;
  if (bavail * bsize >= minFreeBytes) return ok('disk', free);
  return warning('disk', free, 'Free some space: PostgreSQL stops when its disk is full.');
}

async function firstExisting(folder: string): Promise<string> {
  const exists = await access(folder).then(
    () => true,
    () => false,
  );
  return exists || dirname(folder) === folder ? folder : firstExisting(dirname(folder));
}
