import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** A file of this package, by its path from package.json; the same for sources, compiled files and the bundle. */
export function packageFile(path: string): URL {
  let folder = new URL('./', import.meta.url);
  while (!existsSync(new URL('package.json', folder))) folder = new URL('../', folder);
  return new URL(path, folder);
}

export async function readVersion(): Promise<string> {
  const text = await readFile(packageFile('package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}
