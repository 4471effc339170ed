import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { createGunzip } from 'node:zlib';
import { reasonOf } from '../database-error.ts';
import {
  type BackupEnd,
  BackupError,
  endOfRows,
  formatVersion,
  type Manifest,
  readHeader,
  readManifest,
  type TableHeader,
} from './backup-format.ts';

export interface BackupReader {
  readonly manifest: Manifest;
  /** Each table and its rows, which must be read before the next one. */
  tables(): AsyncGenerator<TableHeader & { readonly rows: AsyncGenerator<Buffer> }>;
  /** Known when all tables were read, and then it is certain that the file is complete and unaltered. */
  rows(): Readonly<Record<string, number>>;
  close(): void;
}

export interface ReadOptions {
  /** Called with the number of bytes of the file. */
  readonly onRead: (bytes: number) => void;
  readonly signal: AbortSignal;
}

/** Longer than the manifest of any backup. */
const maxLineLength = 1024 * 1024;
const newline = 10;
const end = Buffer.from(`\n${endOfRows}`);

/** Opens a backup; throws a sentence if the file is none, or cannot be read by this release. */
export async function openBackup(
  file: string,
  { onRead, signal }: ReadOptions,
): Promise<BackupReader> {
  await assertGzip(file);
  const compressed = createReadStream(file, { signal });
  compressed.on('data', (chunk) => onRead(chunk.length));
  const gunzip = createGunzip();
  compressed.on('error', (error) => gunzip.destroy(error));
  const chunks: AsyncIterator<Buffer> = compressed.pipe(gunzip)[Symbol.asyncIterator]();
  const close = () => {
    compressed.destroy();
    gunzip.destroy();
  };
  const hash = createHash('sha256');
  let rest: Buffer = Buffer.alloc(0);

  const readMore = async (): Promise<boolean> => {
    const { value, done } = await chunks.next().catch((error) => {
      throw explain(file, error);
    });
    if (!done) rest = rest.length === 0 ? value : Buffer.concat([rest, value]);
    return !done;
  };
  const needMore = async () => {
    if (!(await readMore())) throw truncated(file);
  };
  const take = (length: number): Buffer => {
    const taken = rest.subarray(0, length);
    rest = rest.subarray(length);
    return taken;
  };
  const readLine = async (): Promise<Buffer> => {
    for (;;) {
      const at = rest.indexOf(newline);
      if (at >= 0) return take(at + 1);
      if (rest.length > maxLineLength) throw damaged(file);
      await needMore();
    }
  };
  /** Everything before the line that ends the rows. */
  async function* readRows(): AsyncGenerator<Buffer> {
    while (rest.length < endOfRows.length) await needMore();
    let isEnd = rest.subarray(0, endOfRows.length).equals(end.subarray(1));
    while (!isEnd) {
      const at = rest.indexOf(end);
      isEnd = at >= 0;
      // What may be the beginning of the end stays.
      const chunk = take(isEnd ? at + 1 : Math.max(0, rest.length - end.length + 1));
      hash.update(chunk);
      if (chunk.length > 0) yield chunk;
      if (!isEnd) await needMore();
    }
    hash.update(take(endOfRows.length));
  }

  let ended: BackupEnd | undefined;
  try {
    const line = await readLine().catch((error) => {
      // A file that ends within a gzip stream has lost its end; any other is no backup.
      throw error.cause ? error : foreign(file);
    });
    const manifest = readManifest(line.toString());
    if (!manifest) throw foreign(file);
    if (manifest.version > formatVersion) throw newer(file, manifest);
    hash.update(line);
    return {
      manifest,
      close,
      rows: () => ended?.rows ?? {},
      async *tables() {
        for (;;) {
          const header = await readLine();
          const parsed = readHeader(header.toString());
          if (!parsed) throw damaged(file);
          if ('table' in parsed) {
            hash.update(header);
            yield { ...parsed, rows: readRows() };
            continue;
          }
          if (parsed.sha256 !== hash.digest('hex')) throw damaged(file);
          // To its end, where gzip compares a checksum too.
          if (rest.length > 0 || (await readMore())) throw damaged(file);
          ended = parsed;
          return;
        }
      },
    };
  } catch (error) {
    close();
    throw error;
  }
}

async function assertGzip(file: string): Promise<void> {
  const start = Buffer.alloc(2);
  try {
    const handle = await open(file);
    await handle.read(start, 0, 2, 0).finally(() => handle.close());
  } catch (cause) {
    throw new BackupError(`${file} cannot be read: ${reasonOf(cause)}.`, { cause });
  }
  if (start.readUInt16BE() !== 0x1f8b) throw foreign(file);
}

function explain(file: string, error: NodeJS.ErrnoException): Error {
  if (error.code === 'Z_BUF_ERROR') return truncated(file, error);
  if (error.code?.startsWith('Z_')) return damaged(file);
  if (error.name === 'AbortError') return new BackupError('Interrupted; nothing was changed.');
  return new BackupError(`${file} cannot be read: ${reasonOf(error)}.`, { cause: error });
}

function foreign(file: string): BackupError {
  return new BackupError(`${file} is not a backup that \`quaestor backup\` has written.`);
}

function truncated(file: string, cause?: unknown): BackupError {
  return new BackupError(
    `${file} is incomplete: it ends before the backup does. Copy it again, or use another backup.`,
    { cause },
  );
}

function damaged(file: string): BackupError {
  return new BackupError(
    `${file} is damaged: its content does not match its checksum. Copy it again, or use another backup.`,
  );
}

export function newer(file: string, { application }: Manifest): BackupError {
  return new BackupError(
    `${file} was written by a newer release, ${application}. Restore it with that release or a later one.`,
  );
}
