/** How often, and how long at most, a request that may succeed later is repeated. */
export interface RetryOptions {
  readonly retries: number;
  readonly maxWaitMs: number;
}

const passing = new Set([429, 502, 503]);

/**
 * Repeats a request while its answer says that a later one may succeed, after the time that it asks for
 * (Retry-After), and after connections that broke. Every attempt has the same Idempotency-Key.
 */
export async function withRetries(
  send: () => Promise<Response>,
  { retries, maxWaitMs }: RetryOptions,
  signal: AbortSignal | undefined,
): Promise<Response> {
  for (let attempt = 0; ; attempt += 1) {
    const isLast = attempt >= retries;
    let waitMs = 250 * 2 ** attempt * (0.5 + Math.random());
    try {
      const response = await send();
      const header = response.headers.get('retry-after');
      const asked = header === null ? Number.NaN : Number(header) * 1000;
      // 409 with Retry-After: the first attempt of this key is still being worked on.
      const mayPass = passing.has(response.status) || (response.status === 409 && asked >= 0);
      if (asked >= 0) waitMs = asked;
      if (isLast || !mayPass || waitMs > maxWaitMs) return response;
      await response.body?.cancel();
    } catch (error) {
      if (isLast || signal?.aborted) throw error;
    }
    await pause(waitMs, signal);
  }
}

/** Resolves after a time; rejects when the signal is aborted. */
export function pause(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
