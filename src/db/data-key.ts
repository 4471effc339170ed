import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from './database-error.ts';

/** 256 bits in base64url. */
const keyLength = 43;

/** The key of an embedded database without DATA_KEY: made once, kept beside the data and not in it. */
export async function readDataKey(dataDir: string): Promise<string> {
  const file = join(dataDir, 'data.key');
  const draft = `${file}.${process.pid}`;
  // Written whole and then given its name: of several processes one wins, and none reads half a key.
  await writeFile(draft, randomBytes(32).toString('base64url'), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await rm(draft, { force: true });
  const key = (await readFile(file, 'utf8')).trim();
  if (key.length >= keyLength) return key;
  throw new DatabaseError(
    `${file} does not hold the key it was made with. Bring it back from a backup.`,
  );
}
