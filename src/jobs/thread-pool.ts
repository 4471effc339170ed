import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hardLimit } from './memory-watch.ts';
import type { ThreadOutcome, ThreadTask } from './thread-task.ts';

/** Threads that run analyses; made when the first run comes, gone when there is none for a while. */
export interface ThreadPool {
  /** Ends the thread when the signal says so. */
  run(task: ThreadTask, signal: AbortSignal): Promise<ThreadOutcome>;
  close(): Promise<void>;
}

const idleTimeout = 60_000;

export async function createThreadPool(threads: number, memoryLimit: number): Promise<ThreadPool> {
  const { Piscina } = await import('piscina');
  // Run from its sources the service has no compiled thread, and a thread needs its own compiler.
  const extension = extname(fileURLToPath(import.meta.url));
  const piscina = new Piscina({
    filename: new URL(`./analysis-thread${extension}`, import.meta.url).href,
    name: 'analyse',
    execArgv: extension === '.ts' ? ['--import', 'tsx'] : [],
    minThreads: 0,
    maxThreads: threads,
    idleTimeout,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: hardLimit(memoryLimit) },
  });
  // A thread that fails while it has nothing to do is replaced by the next run's.
  piscina.on('error', () => undefined);
  return {
    run: (task, signal) => piscina.run(task, { signal }),
    close: () => piscina.destroy(),
  };
}

export function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
