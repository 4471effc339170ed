import type { ExecutionResult } from 'graphql';
import { failedResult } from './clean-result.ts';

/** The events of a subscription; an error that ends it is its last event, which holds nothing but errors. */
export function cleanStream(
  events: AsyncIterable<ExecutionResult>,
  clean: (event: ExecutionResult) => ExecutionResult,
): AsyncIterableIterator<ExecutionResult> {
  const iterator = events[Symbol.asyncIterator]();
  let hasEnded = false;
  // Not a generator: `return` must not wait for the next event.
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (hasEnded) return { done: true, value: undefined };
      try {
        const step = await iterator.next();
        return step.done ? step : { done: false, value: clean(step.value) };
      } catch (error) {
        hasEnded = true;
        return { done: false, value: clean(failedResult(error)) };
      }
    },
    async return() {
      hasEnded = true;
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
}
