import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';

/** What a store gave: no points when there were not enough. */
export interface Taken {
  readonly points: number;
  /** What the store has left. */
  readonly left: number;
  /** Until the quota is full again. */
  readonly msBeforeNext: number;
}

/** Takes as many points as wanted, or what is left when that is still as many as needed. */
export async function takePoints(
  limiter: RateLimiterAbstract,
  caller: string,
  needed: number,
  wanted: number,
): Promise<Taken> {
  const taken = await takeExactly(limiter, caller, wanted);
  if (taken.points > 0 || taken.left < needed) return taken;
  return takeExactly(limiter, caller, taken.left);
}

/** Stores count what they refuse as well; it is given back, since fewer points may still do. */
async function takeExactly(
  limiter: RateLimiterAbstract,
  caller: string,
  points: number,
): Promise<Taken> {
  try {
    const { remainingPoints, msBeforeNext } = await limiter.consume(caller, points);
    return { points, left: remainingPoints, msBeforeNext };
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused;
    const { remainingPoints } = await limiter.reward(caller, points);
    return { points: 0, left: remainingPoints, msBeforeNext: refused.msBeforeNext };
  }
}
