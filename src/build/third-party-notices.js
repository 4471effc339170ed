/**
 * Writes dist/THIRD-PARTY-NOTICES.txt: the licenses of the packages whose code is in the bundle ask for it, and those of
 * the embedding model, PostgreSQL and its libraries, and the lists of breached passwords.
 */
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** @param files of the bundle, by their paths from `root`; @param copied packages with files beside it */
export function writeNotices(root, files, copied) {
  const bundled = files.flatMap((file) => {
    const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? [];
    return folder ? [folder] : [];
  });
  const folders = new Set([...copied.map((name) => `node_modules/${name}`), ...bundled]);
  const notices = [...folders].sort().map((folder) => notice(join(root, folder)));
  const others = ['sentence-model-notice.txt', 'postgres-notices.txt', 'seclists-notice.txt'].map(
    (name) => readFileSync(new URL(name, import.meta.url), 'utf8'),
  );
  writeFileSync(join(root, 'dist/THIRD-PARTY-NOTICES.txt'), [...notices, ...others].join('\n\n'));
}

function notice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = existsSync(folder) && readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
  const text = file ? readFileSync(join(folder, file), 'utf8').trim() : '';
  return `==== ${name} ${version} (${license})\n\n${text}`.trim();
}
