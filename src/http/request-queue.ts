import type { ServerResponse } from 'node:http';
import { performance } from 'node:perf_hooks';

export interface RequestQueue {
  /**
   * Starts work on a request when it is its turn; or refuses it, at once when too many wait and
   * otherwise when it has waited too long. A request whose client has gone is never started.
   */
  enter(response: ServerResponse, work: { start(): unknown; refuse(): void }): void;
  /** Whether a request would be refused at once. */
  isFull(): boolean;
  /** Reports that a connection was accepted. */
  noteConnection(): void;
}

export interface QueueOptions {
  /** Requests worked on at the same time. */
  readonly maxActive: number;
  /** Requests beyond these, which wait. */
  readonly maxQueued: number;
  readonly maxWaitMs: number;
}

interface Waiting {
  start(): unknown;
  refuse(): void;
  readonly since: number;
}

const sampleMs = 100;
const lastingMs = 500;
const saturated = 0.9;
/** With fewer requests in progress the next one need not wait for a turn. */
const fewActive = 16;
/** Requests that do not make an overload. */
const fewWaiting = 100;
/** Turns of the event loop that new connections may delay the next request. */
const maxPostponed = 20;

/**
 * Bounds the requests in progress. When more arrive than can be served, those that are served are
 * served in time, and the others are rejected at once: without a bound all of them would become so slow
 * that their clients give up, and the work done for them would be lost.
 */
export function createRequestQueue(options: QueueOptions): RequestQueue {
  const { maxActive, maxQueued, maxWaitMs } = options;
  const startsAtOnce = Math.min(fewActive, maxActive);
  /** Since when, in the order of their start. */
  const active = new Map<ServerResponse, number>();
  const waiting = new Map<ServerResponse, Waiting>();
  let hasAccepted = false;
  let postponed = 0;
  let isScheduled = false;
  let sampling: NodeJS.Timeout | undefined;
  let isTimed = false;

  const schedule = () => {
    if (waiting.size === 0 || isScheduled) return;
    if (active.size >= maxActive) {
      sampling ??= sample();
      return;
    }
    isScheduled = true;
    setImmediate(startNext);
  };
  /**
   * One in each turn of the event loop, and none while there are connections to accept: Node accepts one
   * in a turn, so that in long turns clients would give up before they can be rejected.
   */
  const startNext = () => {
    isScheduled = false;
    if (hasAccepted && postponed < maxPostponed) postponed += 1;
    else {
      postponed = 0;
      const [next] = waiting;
      if (next) begin(next[0], next[1].start);
    }
    hasAccepted = false;
    schedule();
  };
  const begin = (response: ServerResponse, start: () => unknown) => {
    waiting.delete(response);
    if (response.req.socket.destroyed) return;
    active.set(response, performance.now());
    start();
  };
  const leave = (response: ServerResponse) => {
    waiting.delete(response);
    active.delete(response);
    schedule();
  };
  /** Refuses those that have waited too long; one timer for all, since they wait in order. */
  const refuseLate = () => {
    isTimed = false;
    // Their turn comes soon, however slow the machine is.
    const isSoon = waiting.size <= fewWaiting && active.size < maxActive;
    const start = performance.now() - maxWaitMs;
    for (const [response, { since, refuse }] of waiting) {
      if (isSoon || since > start) break;
      waiting.delete(response);
      refuse();
    }
    const [oldest] = waiting.values();
    if (oldest) wait(isSoon ? maxWaitMs : oldest.since - start);
  };
  const wait = (milliseconds: number) => {
    if (isTimed) return;
    isTimed = true;
    setTimeout(refuseLate, Math.max(1, milliseconds)).unref();
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
      schedule();
      if (active.size >= maxActive) return;
      clearInterval(sampling);
      sampling = undefined;
    }, sampleMs).unref();
  };

  const isFull = () => active.size + waiting.size >= maxActive + maxQueued;

  return {
    isFull,
    enter(response, { start, refuse }) {
      if (isFull()) return refuse();
      response.on('close', () => leave(response));
      if (active.size < startsAtOnce && waiting.size === 0 && !hasAccepted) {
        return begin(response, start);
      }
      waiting.set(response, { start, refuse, since: performance.now() });
      wait(maxWaitMs);
      schedule();
    },
    noteConnection() {
      hasAccepted = true;
    },
  };
}
