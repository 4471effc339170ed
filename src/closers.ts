import type { Log } from './log.ts';

/** What a process has opened, to be closed in reverse order. */
export interface Closers {
  /** `close` is told how many milliseconds it has. */
  add(name: string, close: Close): void;
  /**
   * Closes everything, once, within the timeout. A step that fails or takes too long is logged, and the
   * next one still runs.
   */
  close(): Promise<void>;
}

type Close = (timeoutMs: number) => void | Promise<void>;

const defaultTimeoutMs = 15_000;

export function createClosers(log: Log, timeoutMs = defaultTimeoutMs): Closers {
  const steps: { name: string; close: Close }[] = [];
  const closeAll = async () => {
    const end = performance.now() + timeoutMs;
    for (const { name, close } of steps.toReversed()) {
      // Two thirds of what is left: a step that is stuck leaves time for those behind it.
      const share = ((end - performance.now()) * 2) / 3;
      try {
        await withDeadline(close(share * 0.9), share);
      } catch (error) {
        log.error({ err: error, step: name }, 'Shutdown step failed');
      }
    }
  };
  let closing: Promise<void> | undefined;
  return {
    add(name, close) {
      steps.push({ name, close });
    },
    close() {
      closing ??= closeAll();
      return closing;
    },
  };
}

async function withDeadline(work: void | Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new Error(`Not done within ${Math.round(milliseconds)} ms`);
    timer = setTimeout(() => reject(error), milliseconds);
  });
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
