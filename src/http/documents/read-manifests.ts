import { readFile } from 'node:fs/promises';
import { ConfigError } from '../../domain/config-error.ts';
import { type Manifest, parseManifest } from './manifest.ts';

/** The documents of all files; throws one error that lists what is wrong with them. */
export async function readManifests(files: readonly string[]): Promise<Manifest> {
  const all = new Map<string, string>();
  const problems: string[] = [];
  for (const file of files) {
    const { documents, problems: own } = await readManifest(file);
    problems.push(...own.map((problem) => `TRUSTED_DOCUMENTS: ${file}: ${problem}`));
    for (const [id, document] of documents) {
      if ((all.get(id) ?? document) !== document) {
        problems.push(`TRUSTED_DOCUMENTS: ${file}: another file has another document for ${id}`);
      }
      all.set(id, document);
    }
  }
  if (problems.length > 0) throw new ConfigError(problems);
  return all;
}

export async function readManifest(file: string): Promise<ReturnType<typeof parseManifest>> {
  try {
    return parseManifest(await readFile(file, 'utf8'));
  } catch (error) {
    return { documents: new Map(), problems: [`cannot be read: ${(error as Error).message}`] };
  }
}
