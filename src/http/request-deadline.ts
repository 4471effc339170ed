import { ServiceError } from '../domain/errors.ts';
import type { HttpRequest } from './exchange.ts';

/** Ends the work of a request when its client has gone or its time is over. */
export interface RequestDeadline {
  readonly signal: AbortSignal;
  /** Starts the clock, when the request has arrived as a whole. */
  start(): void;
  /** Grants time that the client has asked for. */
  extend(milliseconds: number): void;
  stop(): void;
}

export function createDeadline(timeoutMs: number, request: HttpRequest): RequestDeadline {
  const controller = new AbortController();
  const forget = request.onAbort(() => controller.abort(clientGone()));
  let timer: NodeJS.Timeout | undefined;
  let endsAt = 0;
  const schedule = (milliseconds: number) => {
    clearTimeout(timer);
    endsAt = performance.now() + milliseconds;
    timer = setTimeout(() => controller.abort(tooSlow(timeoutMs)), milliseconds).unref();
  };
  return {
    signal: controller.signal,
    start: () => schedule(timeoutMs),
    extend(milliseconds) {
      if (timer) schedule(endsAt - performance.now() + milliseconds);
    },
    stop() {
      clearTimeout(timer);
      forget();
    },
  };
}

function tooSlow(timeoutMs: number): ServiceError {
  return new ServiceError(
    'TIMEOUT',
    `The request took longer than ${timeoutMs / 1000} s and was cancelled. Try again, or ask for less.`,
  );
}

/** Nobody reads it; what depends on the status must not take it for an answer. */
export function clientGone(): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', 'The client has closed the connection.');
}
