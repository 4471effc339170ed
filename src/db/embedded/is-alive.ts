import { readFile } from 'node:fs/promises';

/** Whether a process has this id, even a zombie. */
export function isPidInUse(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/**
 * Whether a process is running; a zombie is not. The server of a killed service stays a zombie in a
 * container whose process 1 does not reap its children.
 */
export async function isAlive(pid: number): Promise<boolean> {
  if (!isPidInUse(pid)) return false;
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The state follows the name, which is in parentheses and may contain any character.
  return !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2));
}
