import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { closeAfterFile } from './close-after-file.ts';

/** A disk of this size, removed after the test file; undefined where none can be mounted. */
export async function mountDisk(megabytes: number): Promise<string | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'quaestor-disk-'));
  await chmod(folder, 0o755);
  const options = `size=${megabytes}m,mode=755`;
  const isMounted =
    spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0;
  closeAfterFile(async () => {
    if (isMounted) spawnSync('umount', [folder]);
    await rm(folder, { recursive: true, force: true });
  });
  return isMounted ? folder : undefined;
}
