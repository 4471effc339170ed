import { ServiceError } from '../domain/errors.ts';
import type { Limits } from '../limits/limits.ts';
import type { OperationCost } from '../schema/cost.ts';
import type { RequestState } from './request-state.ts';

const maxObjects = 400;
const bytesPerPoint = 100 * 1024;

export interface Admission {
  /** Charges a request on arrival, before any work is done for it: at once if points are at hand. */
  admit(state: RequestState): Promise<void> | undefined;
  /** Charges a request everything it costs, if the points are at hand. */
  admitAtOnce(state: RequestState, points: number): boolean;
  /** Charges a request for the size of its body. */
  admitBody(state: RequestState, bytes: number): Promise<void> | undefined;
  /** Charges a request for its operation; throws when that selects too much. */
  admitOperation(state: RequestState, cost: OperationCost): Promise<void> | undefined;
}

/**
 * One budget for REST and GraphQL: a request costs a point on arrival and, once its operation is
 * known, the cost of that operation. Both are charged before any SQL runs.
 */
export function createAdmission(limits: Limits): Admission {
  const charge = (state: RequestState, points: number): Promise<void> | undefined => {
    state.cost = (state.cost ?? 0) + points;
    const charged = limits.charge(state.caller, state.address, points);
    const keep = (quota: typeof state.quota): undefined => {
      state.quota = quota ?? state.quota;
    };
    return charged instanceof Promise ? charged.then(keep) : keep(charged);
  };
  return {
    admit: (state) => charge(state, 1),
    admitAtOnce: (state, points) =>
      limits.hasPoints(state.caller, state.address, points) && !charge(state, points),
    admitBody(state, bytes) {
      const points = Math.floor(bytes / bytesPerPoint);
      return points > 0 ? charge(state, points) : undefined;
    },
    admitOperation(state, { objects, points }) {
      if (objects > maxObjects) throw tooComplex(objects);
      // The first point was charged on arrival.
      return points > 1 ? charge(state, points - 1) : undefined;
    },
  };
}

function tooComplex(objects: number): ServiceError {
  return new ServiceError(
    'QUERY_TOO_COMPLEX',
    `The query selects up to ${objects.toLocaleString('en')} objects; the limit is ${maxObjects}. Request smaller pages.`,
  );
}
