import { availableParallelism } from 'node:os';

/** The requests that a process is answering, in memory that its threads see too. */
export interface Traffic {
  readonly shared: SharedArrayBuffer;
  begin(): void;
  end(): void;
}

const slots = { underWay: 0, begun: 1 } as const;

export function countTraffic(): Traffic {
  const counts = new Int32Array(new SharedArrayBuffer(8));
  return {
    shared: counts.buffer,
    begin() {
      Atomics.add(counts, slots.begun, 1);
      Atomics.add(counts, slots.underWay, 1);
    },
    end() {
      if (Atomics.sub(counts, slots.underWay, 1) === 1) Atomics.notify(counts, slots.underWay);
    },
  };
}

/** A request, its query, a run and its query: with a core for each nobody waits for a run. */
const enoughCores = 4;
/** Milliseconds that a request is made room for: most are answered by then, and a stream never is. */
const longestRest = 12;

/**
 * A thread calls it while it works, and is held up while its process answers requests: a low priority
 * alone leaves it its turn of some milliseconds. At least half of the time it works.
 */
export function standBackFor(
  shared: SharedArrayBuffer,
  cores = availableParallelism(),
): () => void {
  const counts = new Int32Array(shared);
  const start = performance.now();
  let madeRoomFor = 0;
  let rested = 0;
  if (cores >= enoughCores) return () => undefined;
  return () => {
    const begun = Atomics.load(counts, slots.begun);
    if (begun === madeRoomFor || Atomics.load(counts, slots.underWay) === 0) return;
    const from = performance.now();
    if (rested > (from - start) / 2) return;
    madeRoomFor = begun;
    let left = longestRest;
    for (let now = from; left > 0; now = performance.now(), left = from + longestRest - now) {
      const underWay = Atomics.load(counts, slots.underWay);
      if (underWay === 0) break;
      Atomics.wait(counts, slots.underWay, underWay, left);
    }
    rested += performance.now() - from;
  };
}
