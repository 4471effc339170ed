import type { ExecutionResult } from 'graphql';

export interface EventStreamOptions {
  /** Ends the stream so that its client comes back. */
  readonly shutdown: AbortSignal;
  /** The position of the result that was last taken from the stream. */
  readonly position: () => string | undefined;
}

/** Proxies drop connections that are silent for a minute; clients notice sooner that one is lost. */
const pingIntervalMs = 12_000;
export const retryAfterMs = 1000;

/** The first bytes, since some clients wait for them, and a sign of life. */
export const ping = ':\n\n';
/** For clients that reconnect on their own: to another node, or to this one when it is back. */
export const comeBack = `retry: ${retryAfterMs}\n\n`;

/**
 * Results as server-sent events, in the distinct connections mode of graphql-sse. Nothing is buffered:
 * the next result is taken when the client has read the one before.
 */
export function toServerSentEvents(
  results: AsyncIterable<ExecutionResult>,
  { shutdown, position }: EventStreamOptions,
): AsyncIterableIterator<string> {
  const iterator = results[Symbol.asyncIterator]();
  let pending: Promise<IteratorResult<ExecutionResult>> | undefined;
  let hasBegun = false;
  let hasEnded = false;
  const chunk = (value: string) => ({ done: false as const, value });
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    async next() {
      if (hasEnded) return { done: true, value: undefined };
      if (!hasBegun) {
        hasBegun = true;
        return chunk(ping);
      }
      pending ??= iterator.next();
      const step = await orSilence(pending);
      if (step === undefined) return chunk(ping);
      pending = undefined;
      if (!step.done) return chunk(formatEvent('next', visibleResult(step.value), position()));
      hasEnded = true;
      // Not completed: a client that was told so would not come back.
      return chunk(shutdown.aborted ? comeBack : formatEvent('complete'));
    },
    async return() {
      hasEnded = true;
      await iterator.return?.();
      return { done: true, value: undefined };
    },
  };
}

/** Without what an error says about the HTTP response, which has begun. */
export function visibleResult(result: ExecutionResult): object {
  if (!result.errors) return result;
  const errors = result.errors.map((error) => {
    const { extensions = {}, ...shown } = error.toJSON();
    const { http: _, ...visible } = extensions;
    return { ...shown, extensions: visible };
  });
  return { ...result, errors };
}

export function formatEvent(name: string, data?: unknown, id?: string): string {
  const head = id === undefined ? '' : `id: ${id}\n`;
  return `${head}event: ${name}\ndata:${data === undefined ? '' : ` ${JSON.stringify(data)}`}\n\n`;
}

/** Undefined when nothing has come for a while. */
async function orSilence<T>(pending: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), pingIntervalMs);
  });
  try {
    return await Promise.race([pending, silence]);
  } finally {
    clearTimeout(timer);
  }
}
