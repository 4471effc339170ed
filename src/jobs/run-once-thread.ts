import { Worker } from 'node:worker_threads';

export interface OnceThread {
  readonly name: string;
  /** Posts one message, the result. */
  readonly program: string;
  readonly data: unknown;
  readonly maxHeapMb: number;
}

/** Runs a program in a thread of its own until it posts its result; terminates it when the signal is aborted. */
export async function runOnceThread<Result>(
  { name, program, data, maxHeapMb }: OnceThread,
  signal: AbortSignal,
): Promise<Result> {
  signal.throwIfAborted();
  const worker = new Worker(program, {
    eval: true,
    name,
    workerData: data,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  let stop = () => {};
  try {
    return await new Promise((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
      worker.once('exit', (code) => reject(new Error(`The thread ended with code ${code}`)));
      stop = () => reject(signal.reason);
      signal.addEventListener('abort', stop);
      if (signal.aborted) stop();
    });
  } finally {
    signal.removeEventListener('abort', stop);
    await worker.terminate();
  }
}
