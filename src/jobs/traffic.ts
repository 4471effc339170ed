import { availableParallelism } from 'node:os';

/** The number of requests in progress, in memory shared with threads. */
export interface Traffic {
  readonly shared: SharedArrayBuffer;
  begin(): void;
  end(): void;
}

export function countTraffic(): Traffic {
  const count = new Int32Array(new SharedArrayBuffer(4));
  return {
    shared: count.buffer,
    begin: () => void Atomics.add(count, 0, 1),
    end() {
      Atomics.sub(count, 0, 1);
      Atomics.notify(count, 0);
    },
  };
}

/** A request, its query, a run and its query: with a core for each, none waits for another. */
const enoughCores = 4;
/** Most requests complete within this time. */
const maxPauseMs = 12;
/** Over which pauses and work are balanced. */
const windowMs = 1000;

/**
 * Returns a function that a thread calls while it works, and that blocks while its process serves
 * requests: a low priority alone still gets time slices of several milliseconds. The thread works for
 * at least half of each window.
 */
export function createYield(shared: SharedArrayBuffer, cores = availableParallelism()): () => void {
  if (cores >= enoughCores) return () => undefined;
  const count = new Int32Array(shared);
  let start = performance.now();
  let paused = 0;
  /** Requests that outlast a whole pause: streams, or callers that wait for this run. */
  let lasting = 0;
  return () => {
    lasting = Math.min(lasting, Atomics.load(count, 0));
    if (Atomics.load(count, 0) <= lasting) return;
    const from = performance.now();
    if (from - start > windowMs) [start, paused] = [from, 0];
    if (paused > (from - start) / 2) return;
    let now = from;
    for (; now < from + maxPauseMs; now = performance.now()) {
      const inProgress = Atomics.load(count, 0);
      if (inProgress <= lasting) break;
      Atomics.wait(count, 0, inProgress, from + maxPauseMs - now);
    }
    if (now >= from + maxPauseMs) lasting = Atomics.load(count, 0);
    paused += now - from;
  };
}
