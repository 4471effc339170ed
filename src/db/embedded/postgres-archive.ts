import { createHash } from 'node:crypto';
import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, resolve, sep } from 'node:path';
import { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { constants, createBrotliDecompress } from 'node:zlib';
import { Unzip, type UnzipFile } from 'fflate';
import { packageFile } from '../../package-file.ts';
import { DatabaseError } from '../database-error.ts';

/** dist/postgres/manifest.json, which src/build/build-postgres.ts writes. */
export interface ArchiveManifest {
  readonly version: string;
  /** By operating system and architecture; architectures may share an archive. */
  readonly platforms: Readonly<
    Record<string, { readonly archive: string; readonly sha256: string }>
  >;
}

export interface PostgresArchive {
  readonly version: string;
  /** Throws if the file is not the one that was built. */
  verify(): Promise<void>;
  copy(to: string): Promise<void>;
}

/** PostgreSQL as it comes with the published package; undefined in a checkout, or for another platform. */
export function findArchive(
  platform: string,
  folder = fileURLToPath(packageFile('dist/postgres/')),
): PostgresArchive | undefined {
  const manifest = readManifest(folder);
  const entry = manifest?.platforms[platform];
  if (!manifest || !entry) return undefined;
  const file = join(folder, entry.archive);
  const read = async () => {
    const bytes = await readFile(file).catch(() => undefined);
    if (bytes && createHash('sha256').update(bytes).digest('hex') === entry.sha256) return bytes;
    throw new DatabaseError(
      `${file}, the embedded PostgreSQL, is ${bytes ? 'damaged' : 'missing'}. Reinstall Quaestor, or set DATABASE_URL.`,
    );
  };
  return {
    version: manifest.version,
    verify: async () => void (await read()),
    copy: async (to) => {
      const arch = platform.slice(platform.indexOf('-') + 1);
      await unpack(await read(), ['all', arch], to);
    },
  };
}

function readManifest(folder: string): ArchiveManifest | undefined {
  try {
    return JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  } catch {
    return undefined;
  }
}

async function unpack(archive: Buffer, folders: readonly string[], to: string): Promise<void> {
  const unzip = new Unzip((file) => {
    const [top = '', ...names] = file.name.split('/');
    // Entries that are never started would be kept in memory.
    file.ondata = folders.includes(top) ? writeFile(to, names.join('/')) : () => undefined;
    file.start();
  });
  const params = { [constants.BROTLI_DECODER_PARAM_LARGE_WINDOW]: 1 };
  const chunks = Readable.from([archive]).pipe(
    createBrotliDecompress({ params, chunkSize: 1024 * 1024 }),
  );
  for await (const chunk of chunks) unzip.push(chunk);
  unzip.push(new Uint8Array(0), true);
}

/** A handler of its parts. Nothing else happens during the first start, so that it may as well wait for the disk. */
function writeFile(folder: string, name: string): UnzipFile['ondata'] {
  const path = resolve(folder, name);
  if (!path.startsWith(folder + sep)) throw new DatabaseError(`${name} is outside of its archive.`);
  mkdirSync(dirname(path), { recursive: true });
  const fd = openSync(path, 'wx', name.startsWith('bin/') ? 0o755 : 0o644);
  return (error, part, isLast) => {
    try {
      if (error) throw error;
      for (let at = 0; at < part.length; ) at += writeSync(fd, part, at);
    } catch (cause) {
      closeSync(fd);
      throw cause;
    }
    if (isLast) closeSync(fd);
  };
}
