import type { AccessRule } from '../domain/caller.ts';
import type { Context } from './context.ts';

/**
 * The source of a subscription: counts as a stream of its caller, and ends with the caller's access, the
 * service, or the client. Frees its place even if the client never reads: the `finally` of an unstarted
 * generator would not run.
 */
export function streamTo<T>(
  { caller, client, streams, authorize, shutdown }: Context,
  rule: AccessRule,
  start: (signal: AbortSignal) => AsyncGenerator<T>,
): AsyncIterableIterator<T> {
  const { signal, leave } = streams.enter(caller.accountId ?? client.address, () =>
    authorize(rule),
  );
  const left = new AbortController();
  const steps = start(AbortSignal.any([shutdown, signal, left.signal]));
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      try {
        const step = await steps.next();
        signal.throwIfAborted();
        if (step.done) leave();
        return step;
      } catch (error) {
        leave();
        throw error;
      }
    },
    return() {
      left.abort();
      leave();
      return steps.return(undefined);
    },
  };
}
