export type Listen = (listener: (event: { id: string }) => void) => () => void;

export interface Wait<T> {
  readonly read: () => Promise<T | undefined>;
  readonly hasEnded: (work: T) => boolean;
  readonly listen: Listen;
  /** What events about it name. */
  readonly id: string;
  readonly timeoutMs: number;
  /** Aborted when nobody waits any more. */
  readonly until: readonly AbortSignal[];
}

/** Events may be lost with a connection, so the work is read again now and then. */
const pollIntervalMs = 1000;

/** Resolves to background work when it has ended, or as it is after the timeout. */
export async function waitForEnd<T>(wait: Wait<T>): Promise<T | undefined> {
  const { read, hasEnded, listen, id, timeoutMs, until } = wait;
  const deadline = performance.now() + timeoutMs;
  let wake = () => {};
  const onAbort = () => wake();
  const stopListening = listen((event) => {
    if (event.id === id) wake();
  });
  for (const signal of until) signal.addEventListener('abort', onAbort);
  try {
    for (;;) {
      const changed = new Promise<void>((resolve) => {
        wake = resolve;
      });
      const work = await read();
      const left = deadline - performance.now();
      if (!work || hasEnded(work) || left <= 0 || until.some(({ aborted }) => aborted)) return work;
      const timer = setTimeout(() => wake(), Math.min(left, pollIntervalMs));
      await changed;
      clearTimeout(timer);
    }
  } finally {
    stopListening();
    for (const signal of until) signal.removeEventListener('abort', onAbort);
  }
}
