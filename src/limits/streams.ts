import { ServiceError } from '../domain/errors.ts';

/** Limits how many streams a caller has open at a time, and for how long they stay open. */
export interface Streams {
  /** Counts a stream of the caller. `authorize` is called again and again while the stream is open. */
  enter(caller: string, authorize: () => Promise<void>): Stream;
}

export interface Stream {
  /** Aborted, with the error as its reason, when the caller is no longer authorized. */
  readonly signal: AbortSignal;
  /** To be called when the stream ends. */
  leave(): void;
}

const maxPerCaller = 20;
const checkIntervalMs = 1000;

export function createStreams(): Streams {
  const open = new Map<string, number>();
  return {
    enter(caller, authorize) {
      const count = open.get(caller) ?? 0;
      if (count >= maxPerCaller) {
        throw new ServiceError(
          'RATE_LIMITED',
          `You have ${count} streams open, the maximum is ${maxPerCaller}. Close one first.`,
          { headers: { 'Retry-After': '5' } },
        );
      }
      open.set(caller, count + 1);
      const expiry = new AbortController();
      const timer = setInterval(() => {
        authorize().catch((error: unknown) => {
          // A database that is away says nothing about the caller.
          const isRefusal = error instanceof ServiceError && refusals.has(error.code);
          if (isRefusal) expiry.abort(error);
        });
      }, checkIntervalMs);
      let isOpen = true;
      return {
        signal: expiry.signal,
        leave() {
          if (!isOpen) return;
          isOpen = false;
          clearInterval(timer);
          const left = (open.get(caller) ?? 1) - 1;
          if (left > 0) open.set(caller, left);
          else open.delete(caller);
        },
      };
    },
  };
}

const refusals: ReadonlySet<string> = new Set(['UNAUTHENTICATED', 'FORBIDDEN']);
