import { setImmediate } from 'node:timers/promises';

/** A turn of the event loop that lasts longer is noticed by other requests. */
const maxTurnMs = 10;

/** Ends a turn of the event loop: what waits, such as other requests, runs before the next one. */
export function letOthersRun(): Promise<void> {
  return setImmediate();
}

/** For work in many small steps: ends the turn only when it has lasted for a while. */
export function createPause(): () => Promise<void> | undefined {
  let since = performance.now();
  return () => {
    if (performance.now() - since < maxTurnMs) return undefined;
    return letOthersRun().then(() => {
      since = performance.now();
    });
  };
}
