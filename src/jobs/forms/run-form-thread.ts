import { runOnceThread } from '../run-once-thread.ts';
import { threadProgram } from '../thread-program.ts';
import type { FormAnswer, FormTask } from './form-task.ts';

const maxHeapMb = 1024;

/** Assembles forms in a thread of its own. */
export function runFormThread(task: FormTask, signal: AbortSignal): Promise<FormAnswer> {
  const program = threadProgram('form-thread', import.meta.url);
  return runOnceThread({ name: 'assemble forms', program, data: task, maxHeapMb }, signal);
}
