import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { DatabaseError, reasonOf } from '../database-error.ts';

/** DATA_DIR, created if it is missing, which this process can use. */
export async function ensureDataDir(dataDir: string): Promise<string> {
  try {
    await createWithParents(dataDir);
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
    return dataDir;
  } catch (cause) {
    throw new DatabaseError(`DATA_DIR cannot be used: ${reasonOf(cause)}. Choose another folder.`, {
      cause,
    });
  }
}

/** Node's recursive mkdir does not return where folders cannot be created, as in /proc. */
async function createWithParents(folder: string): Promise<void> {
  if (!(await exists(dirname(folder)))) await createWithParents(dirname(folder));
  await mkdir(folder, { mode: 0o755 }).catch(async (error) => {
    const isFolder = error.code === 'EEXIST' && (await stat(folder)).isDirectory();
    if (!isFolder) throw error;
  });
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT',
  );
}
