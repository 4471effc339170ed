import type { Log } from './log.ts';

/** What a process has opened, to be closed in reverse order. */
export interface Closers {
  add(name: string, close: () => void | Promise<void>): void;
  /** Closes everything, once. A step that fails is logged, and the next one still runs. */
  close(): Promise<void>;
}

export function createClosers(log: Log): Closers {
  const steps: { name: string; close: () => void | Promise<void> }[] = [];
  const closeAll = async () => {
    for (const { name, close } of steps.toReversed()) {
      try {
        await close();
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
