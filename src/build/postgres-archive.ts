import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import { zipSync } from 'fflate';

export interface PostgresFolder {
  /** As in `process.arch`. */
  readonly arch: string;
  /** The folder `native` of its package. */
  readonly folder: string;
}

/** What neither initdb nor the server reads, also when it loads an extension. */
const unneeded = [
  /\.(a|lib)$/,
  /ecpg|pgtypes/,
  /pl(perl|python|tcl)/,
  /^bin\/(pg_ctl|testplug|wx)/,
  /^lib\/pkgconfig\//,
  /^lib\/(postgresql\/)?pgxs\//,
  /^share\/(postgresql\/)?(doc|locale|man)\//,
];

/**
 * The files of one operating system, those that all architectures share once, under `all`: a zip archive without
 * compression in one stream of Brotli, whose window of 64 MB finds the data of ICU in the libraries of the other
 * architecture, and in the two halves of macOS' universal ones. Higher qualities than 6 take ten times as long for 2 %.
 */
export async function writeArchive(folders: readonly PostgresFolder[]): Promise<Buffer> {
  const contents = folders.map(({ arch, folder }) => ({ arch, files: neededFiles(folder) }));
  const entries = contents.flatMap(({ arch, files }) =>
    [...files].map(([name, bytes]) => {
      const isShared = contents.every((each) => each.files.get(name)?.equals(bytes));
      return [`${isShared ? 'all' : arch}/${name}`, bytes] as const;
    }),
  );
  // The same files give the same archive.
  const zip = zipSync(Object.fromEntries(entries), { level: 0, mtime: new Date(1980, 0, 1) });
  return promisify(brotliCompress)(zip, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 6,
      [constants.BROTLI_PARAM_LARGE_WINDOW]: 1,
      [constants.BROTLI_PARAM_LGWIN]: 26,
      [constants.BROTLI_PARAM_SIZE_HINT]: zip.length,
    },
  });
}

export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function neededFiles(folder: string): ReadonlyMap<string, Buffer> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)).split(sep).join('/'));
  return new Map(
    names
      .filter(isNeeded)
      .sort()
      .map((name) => [name, readNeeded(folder, name)]),
  );
}

/** The list of links has none to files that are left out. */
function readNeeded(folder: string, name: string): Buffer {
  const bytes = readFileSync(join(folder, name));
  if (name !== 'pg-symlinks.json') return bytes;
  const links: { source: string }[] = JSON.parse(bytes.toString());
  return Buffer.from(JSON.stringify(links.filter(({ source }) => isNeeded(source))));
}

function isNeeded(name: string): boolean {
  return !unneeded.some((pattern) => pattern.test(name));
}
