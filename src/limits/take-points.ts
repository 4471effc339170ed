import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** The outcome of taking points from a store; 0 points when too few were left. */
export interface TakenPoints {
  readonly points: number;
  /** Points left in the store. */
  readonly left: number;
  /** Milliseconds until the quota is reset. */
  readonly msBeforeNext: number;
}

/** Takes the wanted points, or all that are left if these are at least the needed ones. */
export async function takePoints(
  limiter: RateLimiterAbstract,
  caller: string,
  needed: number,
  wanted: number,
): Promise<TakenPoints> {
  const taken = await takeExactly(limiter, caller, wanted);
  if (taken.points > 0 || taken.left < needed) return taken;
  return takeExactly(limiter, caller, taken.left);
}

/** Stores also count rejected points; these are given back, since fewer points may still suffice. */
async function takeExactly(
  limiter: RateLimiterAbstract,
  caller: string,
  points: number,
): Promise<TakenPoints> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(caller, points);
    return { points, left: remainingPoints, msBeforeNext };
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    const { remainingPoints } = await limiter.reward(caller, points);
    return { points: 0, left: remainingPoints, msBeforeNext: rejection.msBeforeNext };
  }
}
