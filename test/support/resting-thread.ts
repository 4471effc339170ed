import { createYield } from '../../src/jobs/traffic.ts';

export interface Rest {
  readonly shared: SharedArrayBuffer;
  /** How often the thread began to wait. */
  readonly waits: SharedArrayBuffer;
  /** Whether the request it waits for has been answered; otherwise the wait times out. */
  readonly isAnswered: boolean;
}

const wait = Atomics.wait;
let now = 0;
performance.now = () => now;
let yieldToRequests: (() => void) | undefined;

/** On a machine with two cores: the milliseconds of a rest, by a clock that only timeouts advance. */
export default function rest({ shared, waits, isAnswered }: Rest): number {
  yieldToRequests ??= createYield(shared, 2);
  const waitOnce = (array: Int32Array, index: number, value: number, timeout: number) => {
    Atomics.add(new Int32Array(waits), 0, 1);
    if (isAnswered) return wait(array, index, value);
    now += timeout;
    return 'timed-out';
  };
  Object.assign(Atomics, { wait: waitOnce });
  // It rests at most half of the time.
  now += 1000;
  const start = now;
  try {
    yieldToRequests();
    return now - start;
  } finally {
    // The pool waits for its next task by the same mechanism.
    Object.assign(Atomics, { wait });
  }
}
