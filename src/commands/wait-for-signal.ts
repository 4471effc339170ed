import { type CommandIo, type StopSignal, stopSignals } from './command-io.ts';

const forcedExitDelayMs = 3000;

/**
 * Resolves with the first signal. Ctrl-C under `npm start` arrives twice, from the terminal and from
 * npm, so only a later signal forces the exit. That is safe: the next start takes over a PostgreSQL
 * that was left running.
 */
export function waitForSignal(io: CommandIo): Promise<StopSignal> {
  let first = 0;
  return new Promise((resolve) => {
    for (const signal of stopSignals) {
      io.on(signal, () => {
        first ||= performance.now();
        if (performance.now() - first > forcedExitDelayMs) process.exit(1);
        resolve(signal);
      });
    }
  });
}

/** Aborts at the first signal. */
export function abortOnSignal(io: CommandIo): AbortSignal {
  const controller = new AbortController();
  void waitForSignal(io).then(() => controller.abort());
  return controller.signal;
}
