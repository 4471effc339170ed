import { Cancellation } from '../domain/cancellation.ts';
import { ServiceError } from '../domain/errors.ts';
import type { HttpRequest } from './exchange.ts';
import { unconfirmedChange } from './public-error.ts';

/** Ends the work of a request when its client has gone or its time is over. */
export interface RequestDeadline {
  readonly cancellation: Cancellation;
  /** Starts the clock, when the request has arrived as a whole. */
  start(): void;
  /** Grants time that the client has asked for. */
  extend(milliseconds: number): void;
  /** Starts the clock again: a transfer is limited by the time without progress. */
  restart(): void;
  stop(): void;
}

export function createDeadline(
  timeoutMs: number,
  request: HttpRequest,
  hasBegunChange: () => boolean,
): RequestDeadline {
  const cancellation = new Cancellation();
  const forget = request.onAbort(() => cancellation.cancel(clientGone()));
  let timer: NodeJS.Timeout | undefined;
  let endsAt = 0;
  const schedule = (milliseconds: number) => {
    clearTimeout(timer);
    endsAt = performance.now() + milliseconds;
    const end = () => cancellation.cancel(tooSlow(timeoutMs, hasBegunChange()));
    timer = setTimeout(end, milliseconds).unref();
  };
  return {
    cancellation,
    start: () => schedule(timeoutMs),
    extend(milliseconds) {
      if (timer) schedule(endsAt - performance.now() + milliseconds);
    },
    restart() {
      if (timer) schedule(timeoutMs);
    },
    stop() {
      clearTimeout(timer);
      forget();
    },
  };
}

function tooSlow(timeoutMs: number, hasBegunChange: boolean): ServiceError {
  const advice = hasBegunChange ? unconfirmedChange : 'Try again, or ask for less.';
  return new ServiceError(
    'TIMEOUT',
    `The request took longer than ${timeoutMs / 1000} s and was cancelled. ${advice}`,
  );
}

/** Nobody reads it; what depends on the status must not take it for an answer. */
export function clientGone(): ServiceError {
  return new ServiceError('SERVICE_UNAVAILABLE', 'The client has closed the connection.');
}
