import { readFile } from 'node:fs/promises';

/** Whether some process has this number, be it one that ended and was never collected. */
export function isTaken(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether a process runs. One that ended counts as gone even when nobody collects it: that is the
 * lot of a server whose service was killed in a container, where process 1 is some program.
 */
export async function isAlive(pid: number): Promise<boolean> {
  if (!isTaken(pid)) return false;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The state follows the name, which stands in brackets and may hold anything.
  return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}
