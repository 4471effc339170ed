import { setPriority } from 'node:os';
import type { ThreadOutcome, ThreadTask } from './thread-task.ts';

// On Linux this is the priority of this thread alone: whoever waits for an answer goes first. It is
// set before anything else is loaded, which takes a second of work.
if (process.platform === 'linux') setPriority(19);

const room = import('./analyse.ts');

/** What a thread is asked to do. */
export async function analyse(task: ThreadTask): Promise<ThreadOutcome> {
  return (await room).analyse(task);
}
