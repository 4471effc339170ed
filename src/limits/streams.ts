import { ServiceError } from '../domain/errors.ts';

/** Limits how many streams a caller has open at a time. */
export interface Streams {
  /** Counts a stream of the caller; returns a function to call when it ends. */
  enter(caller: string): () => void;
}

const maxPerCaller = 20;

export function createStreams(): Streams {
  const open = new Map<string, number>();
  return {
    enter(caller) {
      const count = open.get(caller) ?? 0;
      if (count >= maxPerCaller) {
        throw new ServiceError(
          'RATE_LIMITED',
          `You have ${count} streams open, the maximum is ${maxPerCaller}. Close one first.`,
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
  };
}
