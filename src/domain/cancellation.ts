import type { Span } from './span.ts';
import type { TraceContext } from './trace-context.ts';

/**
 * What work ends with when nobody waits for it any more. Every request has one, and few need more of it
 * than a callback: making an AbortSignal and listening to it costs as much as preparing a statement, so
 * that there is one only where it is asked for.
 */
export class Cancellation {
  /** The request that the work is done for, as the log names it. */
  requestId?: string;
  /** The trace it is part of, for what is passed on. */
  trace?: TraceContext | undefined;
  /** Of that trace, if it is exported: statements become its children. */
  span?: Span | undefined;
  #reason: { readonly value: unknown } | undefined;
  #callbacks: Set<() => void> | undefined;
  #controller: AbortController | undefined;

  /** Cancelled when all of them are, as work that is done for several; release it when the work has ended. */
  static ofAll(all: readonly Cancellation[]): {
    readonly cancellation: Cancellation;
    release(): void;
  } {
    const [only] = all;
    if (only && all.length === 1) return { cancellation: only, release: () => undefined };
    const cancellation = new Cancellation();
    cancellation.requestId = all.map(({ requestId }) => requestId).join(' ');
    let left = all.length;
    const forget = all.map((each) =>
      each.onCancel(() => {
        left -= 1;
        if (left === 0) cancellation.cancel(each.reason);
      }),
    );
    const release = () => {
      for (const stop of forget) stop();
    };
    return { cancellation, release };
  }

  get isCancelled(): boolean {
    return this.#reason !== undefined;
  }

  get reason(): unknown {
    return this.#reason?.value;
  }

  /** Only the first reason counts. */
  cancel(reason: unknown): void {
    if (this.#reason) return;
    this.#reason = { value: reason };
    this.#controller?.abort(reason);
    for (const callback of this.#callbacks ?? []) callback();
    this.#callbacks = undefined;
  }

  /** Calls back once, at once if it is cancelled already; returns how to stop that. */
  onCancel(callback: () => void): () => void {
    if (this.#reason) {
      callback();
      return () => undefined;
    }
    this.#callbacks ??= new Set();
    this.#callbacks.add(callback);
    return () => void this.#callbacks?.delete(callback);
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController();
      if (this.#reason) this.#controller.abort(this.#reason.value);
    }
    return this.#controller.signal;
  }
}
