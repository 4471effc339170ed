import { chmod, mkdir } from 'node:fs/promises';

const systemFolder = '/var/lib/quaestor';

/** Where files go that the server's own user must reach when the checkout is closed to it. */
export async function openSystemFolder(): Promise<string> {
  const created = await mkdir(systemFolder, { recursive: true });
  // Root's umask may close what it makes to everyone else.
  if (created) await chmod(systemFolder, 0o755);
  return systemFolder;
}
