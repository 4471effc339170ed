import { availableParallelism } from 'node:os';

/** How many requests a process is answering, in memory that its threads see too. */
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

/** A request, its query, a run and its query: with a core for each nobody waits for a run. */
const enoughCores = 4;
/** Milliseconds that a request is made room for: most are answered by then. */
const longestRest = 12;
/** Milliseconds over which rest and work are held against each other. */
const window = 1000;

/**
 * A thread calls it while it works, and is held up while its process answers requests: a low priority
 * alone leaves it its turn of some milliseconds. In each second it works for at least half of it.
 */
export function standBackFor(
  shared: SharedArrayBuffer,
  cores = availableParallelism(),
): () => void {
  if (cores >= enoughCores) return () => undefined;
  const count = new Int32Array(shared);
  let start = performance.now();
  let rested = 0;
  /** Requests that were there at the end of a whole rest: streams, or callers who wait for this run. */
  let staying = 0;
  return () => {
    staying = Math.min(staying, Atomics.load(count, 0));
    if (Atomics.load(count, 0) <= staying) return;
    const from = performance.now();
    if (from - start > window) [start, rested] = [from, 0];
    if (rested > (from - start) / 2) return;
    let now = from;
    for (; now < from + longestRest; now = performance.now()) {
      const underWay = Atomics.load(count, 0);
      if (underWay <= staying) break;
      Atomics.wait(count, 0, underWay, from + longestRest - now);
    }
    if (now >= from + longestRest) staying = Atomics.load(count, 0);
    rested += now - from;
  };
}
