import { Unzip, UnzipInflate } from 'fflate';
import { FormatError } from '../format-error.ts';

export interface ZipFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

const maxFileBytes = 16 * 1024 * 1024;
/** Of all files together, for each byte of the archive; XML rarely exceeds 30. */
const maxRatio = 200;
const freeBytes = 16 * 1024 * 1024;

/**
 * The files of a zip archive, one after the other. Archives that expand beyond reason, and names that
 * lead out of the archive, are rejected; nothing is written anywhere.
 */
export async function* readZipFiles(
  chunks: AsyncIterable<Uint8Array>,
  isWanted: (name: string) => boolean,
): AsyncGenerator<ZipFile> {
  const complete: ZipFile[] = [];
  let read = 0;
  let expanded = 0;
  let files = 0;
  const unzip = new Unzip((file) => {
    files += 1;
    assertName(file.name);
    if (file.name.endsWith('/') || !isWanted(file.name)) return;
    const parts: Uint8Array[] = [];
    let size = 0;
    file.ondata = (error, part, isLast) => {
      if (error)
        throw new FormatError(`The zip archive is damaged at ${file.name}: ${error.message}.`);
      size += part.length;
      expanded += part.length;
      if (size > maxFileBytes || expanded > freeBytes + maxRatio * read) throw bomb(file.name);
      parts.push(part);
      if (isLast) complete.push({ name: file.name, bytes: join(parts, size) });
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  for await (const chunk of chunks) {
    read += chunk.length;
    // In small steps: a step expands a thousandfold at most.
    for (let at = 0; at < chunk.length; at += 4096) {
      push(unzip, chunk.subarray(at, at + 4096), false);
      yield* complete.splice(0);
    }
  }
  push(unzip, new Uint8Array(0), true);
  yield* complete;
  if (files === 0) throw new FormatError('The zip archive has no files.', { code: 'empty' });
}

function push(unzip: Unzip, chunk: Uint8Array, isLast: boolean): void {
  try {
    unzip.push(chunk, isLast);
  } catch (error) {
    if (error instanceof FormatError) throw error;
    throw new FormatError(`The zip archive is damaged: ${(error as Error).message}.`);
  }
}

function assertName(name: string): void {
  const isOutside =
    name.startsWith('/') || /^[a-z]:/i.test(name) || name.split(/[/\\]/).includes('..');
  if (!isOutside) return;
  throw new FormatError(
    `The zip archive has a file named ${JSON.stringify(name.slice(0, 100))}, outside of it.`,
    {
      code: 'unsafe_name',
    },
  );
}

function bomb(name: string): FormatError {
  return new FormatError(
    `The zip archive expands too much at ${JSON.stringify(name.slice(0, 100))}.`,
    {
      code: 'too_long',
      suggestion: 'Split it, or send the files without the archive.',
    },
  );
}

function join(parts: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
