import { readFileSync } from 'node:fs';
import { packageFile } from '../../package-file.ts';

/** The documents of the workbench of this release, as its client sends them; its build lists them. */
export function readWebDocuments(): ReadonlySet<string> {
  const text = readFileSync(packageFile('dist/web/documents.json'), 'utf8');
  return new Set(Object.values(JSON.parse(text) as Record<string, string>));
}
