import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { readImportGraph } from '../support/import-graph.ts';

const folder = fileURLToPath(new URL('../../src', import.meta.url));

it('no request reads with a statement that Prisma may share with another request', async () => {
  const graph = await readImportGraph(folder, (path) => path.startsWith('db/generated/'));
  const paths = [...graph.keys()].filter((path) => /^(schema|auth)\//.test(path));
  const shared = [];
  for (const path of paths) {
    const text = await readFile(join(folder, path), 'utf8');
    if (/\bprisma\s*\.\w+\s*\.findUnique/.test(text)) shared.push(path);
  }
  expect(shared).toEqual([]);
});
