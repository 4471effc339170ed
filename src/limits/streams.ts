import { setMaxListeners } from 'node:events';
import { ServiceError } from '../domain/errors.ts';

/** Streams that stay open; each caller may have so many at a time, and all end with the service. */
export interface Streams {
  readonly stopping: AbortSignal;
  /** Takes a place for a caller; returns how to leave it. */
  enter(caller: string): () => void;
  stop(): void;
}

const mostPerCaller = 20;

export function createStreams(): Streams {
  const stopping = new AbortController();
  // Every stream and everyone who waits for a run listens: many are no leak.
  setMaxListeners(0, stopping.signal);
  const open = new Map<string, number>();
  return {
    stopping: stopping.signal,
    enter(caller) {
      const count = open.get(caller) ?? 0;
      if (count >= mostPerCaller) {
        throw new ServiceError(
          'RATE_LIMITED',
          `You have ${count} streams open, which is the most. Close one first.`,
          { headers: { 'Retry-After': '5' } },
        );
      }
      open.set(caller, count + 1);
      let isOpen = true;
      return () => {
        if (!isOpen) return;
        isOpen = false;
        const left = (open.get(caller) ?? 1) - 1;
        if (left > 0) open.set(caller, left);
        else open.delete(caller);
      };
    },
    stop: () => stopping.abort(),
  };
}
