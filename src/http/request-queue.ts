import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';

export interface RequestQueue {
  /**
   * Starts work on a request now, or when it is its turn; or refuses it, at once when too many wait and
   * otherwise when it has waited too long. A request whose client has gone is never started.
   */
  enter(response: ServerResponse, work: { start(): void; refuse(): void }): void;
}

export interface QueueOptions {
  /** Requests worked on at the same time. */
  readonly maxActive: number;
  readonly maxQueued: number;
  readonly maxWaitMs: number;
}

const sampleMs = 100;
const lastingMs = 1000;
const saturated = 0.9;

/**
 * Bounds the requests in progress. When more arrive than can be served, those that are served are
 * served in time, and the others are told at once: without a bound all of them would become so slow that
 * their clients give up, and the work done for them would be lost.
 */
export function createRequestQueue(options: QueueOptions): RequestQueue {
  const { maxActive, maxQueued, maxWaitMs } = options;
  /** Since when, in the order of their start. */
  const active = new Map<ServerResponse, number>();
  const waiting = new Map<ServerResponse, { start(): void; timer: NodeJS.Timeout }>();
  let sampling: NodeJS.Timeout | undefined;

  const begin = (response: ServerResponse, start: () => void) => {
    active.set(response, performance.now());
    start();
  };
  const leave = (response: ServerResponse) => {
    clearTimeout(waiting.get(response)?.timer);
    waiting.delete(response);
    active.delete(response);
    startNext();
  };
  const startNext = () => {
    for (const [response, { start, timer }] of waiting) {
      if (active.size >= maxActive) return;
      clearTimeout(timer);
      waiting.delete(response);
      if (!response.req.socket.destroyed) begin(response, start);
    }
    clearInterval(sampling);
    sampling = undefined;
  };
  /**
   * Streams, and requests that wait for a run or for a lock, use no CPU: while there is CPU left, those
   * that have lasted for a while no longer count.
   */
  const sample = () => {
    let before = performance.eventLoopUtilization();
    return setInterval(() => {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      if (utilization >= saturated) return;
      const start = performance.now() - lastingMs;
      for (const [response, since] of active) if (since < start) active.delete(response);
      startNext();
    }, sampleMs).unref();
  };

  return {
    enter(response, { start, refuse }) {
      if (active.size >= maxActive && waiting.size >= maxQueued) return refuse();
      response.once('close', () => leave(response));
      if (active.size < maxActive) return begin(response, start);
      const timer = setTimeout(() => {
        waiting.delete(response);
        refuse();
      }, maxWaitMs);
      waiting.set(response, { start, timer });
      sampling ??= sample();
    },
  };
}
