import { readFile, statfs } from 'node:fs/promises';
import { freemem } from 'node:os';

const folder = '/dev/shm';
/** A run creates about 200 databases of 8 MB; the rest is margin. */
const neededBytes = 8 * 2 ** 30;

/**
 * Lets tests keep temporary files in memory, where copying databases and clusters takes half the CPU
 * time. Undefined unless there is enough of it; some tests run programs from there.
 */
export async function findMemoryFolder(): Promise<string | undefined> {
  const mounts = await readFile('/proc/mounts', 'utf8').catch(() => '');
  const [, options] = new RegExp(`^\\S+ ${folder} tmpfs (\\S+)`, 'm').exec(mounts) ?? [];
  if (options === undefined || /\b(ro|noexec)\b/.test(options)) return undefined;
  const { bavail, bsize } = await statfs(folder);
  return Math.min(bavail * bsize, freemem()) > neededBytes ? folder : undefined;
}
