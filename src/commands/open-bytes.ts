import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { CommandError } from './command-error.ts';
import type { CommandIo } from './command-io.ts';

/** A file, or standard input for `-`. */
export async function openBytes(
  { stdin }: CommandIo,
  file: string,
): Promise<{ bytes: AsyncIterable<Uint8Array>; size: number | undefined }> {
  if (file === '-') return { bytes: stdin, size: undefined };
  try {
    const found = await stat(file);
    if (!found.isFile()) throw new CommandError(`${file} is not a regular file.`);
    return { bytes: createReadStream(file), size: found.size };
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`Cannot read ${file}: ${(error as Error).message}.`);
  }
}
