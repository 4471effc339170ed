import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The key of an embedded database without DATA_KEY: made once, kept beside the data and not in it. */
export async function readDataKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'data.key');
  const made = randomBytes(32).toString('base64url');
  // The first of several processes writes it, the others find it there.
  await writeFile(file, made, { mode: 0o600, flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  return (await readFile(file, 'utf8')).trim();
}
