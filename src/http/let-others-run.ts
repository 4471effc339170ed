import { setImmediate } from 'node:timers/promises';

/** Ends a turn of the event loop: what waits, such as other requests, runs before the next one. */
export function letOthersRun(): Promise<void> {
  return setImmediate();
}
