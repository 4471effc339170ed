import type { ServiceError } from '../domain/errors.ts';
import type { Handler, HttpResponse } from './exchange.ts';
import { problemResponse } from './problem.ts';
import type { RequestState } from './request-state.ts';

/** What responds at a path. */
export interface Route {
  readonly respond: Handler<RequestState>;
  /** An error in the shape that clients of this path expect. */
  describe(error: ServiceError, state: RequestState): HttpResponse;
  /** Costs no points: whether the process is up must be known above all when it is busy. */
  readonly isFree?: boolean;
}

/** A route whose errors are problem details. */
export function plainRoute(respond: Handler<RequestState>, isFree = false): Route {
  return { respond, describe: describeProblem, isFree };
}

function describeProblem(error: ServiceError, { requestId, request }: RequestState): HttpResponse {
  return problemResponse(error, { requestId, instance: request.path });
}
