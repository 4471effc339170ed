import { EventEmitter } from 'node:events';
import { LRUCache } from 'lru-cache';
import type { Database } from '../db/database.ts';
import { type EventPage, readEvents, sequenceEvents } from '../db/event-log.ts';
import { neverCancelled } from '../db/statement-scope.ts';
import { Cancellation } from '../domain/cancellation.ts';
import { createLogThrottle, type Log } from '../log.ts';

/**
 * The event log (src/db/event-log.ts) as a node uses it. Whoever has written gives positions to what is
 * committed and tells the other nodes. A node with listeners also looks once a second: for changes by
 * plain SQL and by commands, and for what it was not told while its channel was lost.
 */
export interface EventLog {
  /** Gives positions to all that was committed before the call; resolves to the last position. */
  sequence(): Promise<string>;
  /**
   * Events of all types after a position. Those who ask for the same page share it: streams that have
   * seen everything read each event once, together.
   */
  readOn(after: string): Promise<EventPage>;
  /** Resolves when the log has passed a position, or when the signal is aborted. */
  untilPassed(position: string, signal: AbortSignal): Promise<void>;
  /** Calls the listener when events have got positions, on any node; returns a function that ends that. */
  onAdvance(listener: (last: string) => void): () => void;
  /** This node may have written: its events get positions soon. */
  wrote(): void;
  /** Another node has given positions. */
  advance(last: string): void;
  stop(): Promise<void>;
}

export interface EventLogOptions {
  readonly database: Database;
  /** For sequencing, on connections that other work cannot use up. */
  readonly reserved: Database;
  /** Tells the other nodes the last position; best effort. */
  readonly announce: (last: string) => Promise<void>;
  readonly log: Log;
}

const pollIntervalMs = 1000;
/** A write waits this long for others, and for the last round. */
const gatherMs = 5;
const minIntervalMs = 50;
const statementTimeoutMs = 5000;
const pageSize = 100;
/** Streams that catch up read pages that nobody else needs. */
const maxPages = 4;

export function createEventLog({ database, reserved, announce, log }: EventLogOptions): EventLog {
  const emitter = new EventEmitter().setMaxListeners(0);
  const throttle = createLogThrottle(log);
  const stopping = new AbortController();
  const pages = new LRUCache<string, Promise<EventPage>>({ max: maxPages });
  let known = 0n;
  let running: Promise<string> | undefined;
  let queued: Promise<string> | undefined;
  let lastRound = Number.NEGATIVE_INFINITY;
  let writeTimer: NodeJS.Timeout | undefined;
  let pollTimer: NodeJS.Timeout | undefined;

  const tell = (last: string) => {
    known = BigInt(last);
    emitter.emit('advance', last);
  };

  const round = async (): Promise<string> => {
    lastRound = performance.now();
    const deadline = new Cancellation();
    const abort = () => deadline.cancel(new Error('The event log was not sequenced in time'));
    const timer = setTimeout(abort, statementTimeoutMs).unref();
    stopping.signal.addEventListener('abort', abort);
    try {
      const last = await neverCancelled(() => sequenceEvents(reserved, deadline));
      // Lower after a backup was restored.
      if (BigInt(last) !== known) {
        tell(last);
        void announce(last);
      }
      return last;
    } finally {
      clearTimeout(timer);
      stopping.signal.removeEventListener('abort', abort);
    }
  };

  const sequence = (): Promise<string> => {
    if (!running) {
      running = round().finally(() => {
        running = undefined;
      });
      return running;
    }
    // The round in progress may have begun before the caller's change was committed.
    queued ??= running
      .catch(() => undefined)
      .then(() => {
        queued = undefined;
        return sequence();
      });
    return queued;
  };

  const sequenceQuietly = () => {
    if (stopping.signal.aborted) return;
    sequence().catch((error: unknown) => {
      if (stopping.signal.aborted) return;
      throttle.warn({ reason: String(error) }, 'Events not sequenced');
      schedule(pollIntervalMs);
    });
  };

  const schedule = (delayMs: number) => {
    if (writeTimer || stopping.signal.aborted) return;
    const delay = Math.max(delayMs, lastRound + minIntervalMs - performance.now());
    writeTimer = setTimeout(() => {
      writeTimer = undefined;
      sequenceQuietly();
    }, delay).unref();
  };

  const onAdvance: EventLog['onAdvance'] = (listener) => {
    emitter.on('advance', listener);
    pollTimer ??= setInterval(sequenceQuietly, pollIntervalMs).unref();
    return () => {
      emitter.off('advance', listener);
      if (emitter.listenerCount('advance') > 0) return;
      clearInterval(pollTimer);
      pollTimer = undefined;
    };
  };

  return {
    sequence,
    readOn(after) {
      const shared = pages.get(after);
      if (shared) return shared;
      const page = neverCancelled(() => readEvents(database, { after, limit: pageSize }));
      pages.set(after, page);
      const forget = () => pages.get(after) === page && pages.delete(after);
      // A page with events stays as it is; at the end of the log there will be more.
      page.then(({ events }) => events.length === 0 && forget(), forget);
      return page;
    },
    untilPassed(position, signal) {
      return new Promise((resolve) => {
        const end = () => {
          stopListening();
          signal.removeEventListener('abort', end);
          resolve();
        };
        const check = () => {
          if (known > BigInt(position)) end();
        };
        const stopListening = onAdvance(check);
        signal.addEventListener('abort', end);
        if (signal.aborted) end();
        else check();
      });
    },
    onAdvance,
    wrote: () => schedule(gatherMs),
    advance(last) {
      if (/^\d{1,19}$/.test(last) && BigInt(last) > known) tell(last);
    },
    async stop() {
      stopping.abort();
      clearTimeout(writeTimer);
      clearInterval(pollTimer);
      emitter.removeAllListeners();
      await Promise.allSettled([running, queued]);
    },
  };
}
