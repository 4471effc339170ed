import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hardLimit } from './memory-watch.ts';
import type { ThreadAnswer, ThreadTask } from './thread-task.ts';

/** Threads that execute analyses, started on demand and stopped when idle. */
export interface ThreadPool {
  /** Terminates the thread when the signal is aborted. */
  run(task: ThreadTask, signal: AbortSignal): Promise<ThreadAnswer>;
  close(): Promise<void>;
}

const idleTimeoutMs = 60_000;

export async function createThreadPool(threads: number, memoryLimit: number): Promise<ThreadPool> {
  const { Piscina } = await import('piscina');
  // From sources there is no compiled thread file, and a thread needs its own TypeScript loader.
  const extension = extname(fileURLToPath(import.meta.url));
  const piscina = new Piscina({
    filename: new URL(`./analysis-thread${extension}`, import.meta.url).href,
    name: 'analyze',
    execArgv: extension === '.ts' ? ['--import', 'tsx'] : [],
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: idleTimeoutMs,
    concurrentTasksPerWorker: 1,
    resourceLimits: { maxOldGenerationSizeMb: hardLimit(memoryLimit) },
  });
  // A thread that fails while idle is replaced on demand.
  piscina.on('error', () => undefined);
  return {
    run: (task, signal) => piscina.run(task, { signal }),
    close: () => piscina.destroy(),
  };
}

export function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
