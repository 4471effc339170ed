import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { open, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { reasonOf } from '../database-error.ts';
import { BackupError } from './backup-format.ts';

/** Twice as fast as the default level, and a tenth larger. */
const level = 3;
/** Readable by their owner alone: they hold all accounts. */
const mode = 0o600;

export interface BackupFiles {
  readonly file: string;
  /** Written before the backup gets its name, so that none is without its key. */
  readonly key?: { readonly file: string; readonly text: string } | undefined;
}

/**
 * Writes under another name, and gives the file its own when it is complete and on the disk: whatever
 * happens, a file of that name is a whole backup. Returns its size.
 */
export async function writeBackupFile(
  { file, key }: BackupFiles,
  chunks: AsyncIterable<Buffer>,
  signal: AbortSignal,
): Promise<number> {
  const draft = draftOf(file);
  try {
    const output = createWriteStream(draft, { flags: 'wx', mode, flush: true });
    await pipeline(chunks, createGzip({ level }), output, { signal });
    if (key) await replaceFile(key.file, `${key.text}\n`);
    await rename(draft, file);
    await syncFolder(file);
    return (await stat(file)).size;
  } catch (error) {
    await rm(draft, { force: true });
    const { syscall, name } = error as NodeJS.ErrnoException;
    if (name === 'AbortError') throw new BackupError('Interrupted; nothing was left behind.');
    if (syscall === undefined || syscall === 'connect') throw error;
    throw new BackupError(
      `The backup cannot be written: ${reasonOf(error)}. Nothing was left behind; free space or choose another file.`,
      { cause: error },
    );
  }
}

async function replaceFile(file: string, text: string): Promise<void> {
  const draft = draftOf(file);
  try {
    await writeFile(draft, text, { mode, flush: true });
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
}

function draftOf(file: string): string {
  return `${file}.${randomUUID()}.partial`;
}

/** Where folders cannot be opened, as on Windows, the name is as durable as the file system makes it. */
async function syncFolder(file: string): Promise<void> {
  const folder = await open(dirname(file)).catch(() => undefined);
  await folder?.sync().catch(() => undefined);
  await folder?.close();
}
