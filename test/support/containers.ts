import { spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';

const namespaces = ['unshare', '--pid', '--ipc', '--fork', '--kill-child', '--mount-proc'];

/** What separates a process from others as a container does; its end is the end of all in it. */
export const container = [...namespaces, '--'];

/** The same with a network of its own. */
export const containerWithNetwork = [
  ...namespaces,
  '--net',
  '--',
  ...['sh', '-c', 'ip link set lo up && exec "$@"', 'sh'],
];

/** A container whose first process stays when the program ends, as with an init. */
export const containerWithInit = [...namespaces, '--', 'sh', '-c', '"$@"; exec sleep 600', 'sh'];

export const canUseContainers = [container, containerWithNetwork].every(
  ([program = '', ...args]) => spawnSync(program, [...args, 'true']).status === 0,
);

/** The process that a process has started, by its number here. */
export async function childOf(pid: number): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return Number(children.trim().split(' ')[0]);
}
