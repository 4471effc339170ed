import { randomBytes, randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError, reasonOf } from './database-error.ts';

/** 256 bits in base64url. */
const keyLength = 43;

/** The key of an embedded database without DATA_KEY: generated once and stored next to the data, not in it. */
export async function readDataKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'data.key');
  if (!existsSync(file)) await createKey(file);
  const key = await readFile(file, 'utf8').then(
    (text) => text.trim(),
    (cause) => {
      throw new DatabaseError(
        `${file} cannot be read: ${reasonOf(cause)}. Restore it from a backup, or set DATA_KEY to the key.`,
        { cause },
      );
    },
  );
  if (key.length >= keyLength) return key;
  throw new DatabaseError(`${file} does not contain a complete key. Restore it from a backup.`);
}

/** Written to a temporary file and linked: one of several processes wins, and none reads a partial key. */
async function createKey(file: string): Promise<void> {
  // Not the process id, which two containers on one volume may share.
  const draft = `${file}.${randomUUID()}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
}
