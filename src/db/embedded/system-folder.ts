import { chmod, mkdir } from 'node:fs/promises';

export const systemFolder = '/var/lib/quaestor';

/** For files that the server's user cannot reach in the checkout or in DATA_DIR. */
export async function ensureSystemFolder(): Promise<string> {
  const created = await mkdir(systemFolder, { recursive: true });
  // Root's umask may deny access to others.
  if (created) await chmod(systemFolder, 0o755);
  return systemFolder;
}
