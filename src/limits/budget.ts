import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../domain/errors.ts';
import type { Log } from '../log.ts';
import type { LimitStore } from './limit-store.ts';

/** How a caller stands after a charge. */
export interface Standing {
  readonly policy: string;
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
  readonly remaining: number;
  /** Seconds until the quota is full again. */
  readonly reset: number;
}

export interface Budget {
  /** Takes points from a caller's quota; throws 429 when there are not enough left. */
  charge(caller: string, points: number): Promise<Standing | undefined>;
}

export interface BudgetOptions {
  readonly policy: string;
  readonly name: string;
  readonly quota: number;
  readonly store: LimitStore;
  readonly log: Log;
  readonly onError: 'allow' | 'refuse';
}

const window = 60;
const mostRemembered = 100_000;

/**
 * A quota of points a minute for each caller. Points of a shared store are taken in blocks and spent
 * from memory, so that most requests cost no round trip; nodes overshoot by a block each at most.
 */
export function createBudget(options: BudgetOptions): Budget {
  const { policy, name, quota, store, log, onError } = options;
  const limiter = store.createLimiter({ keyPrefix: name, points: quota, duration: window });
  const block = store.kind === 'memory' ? 0 : Math.max(1, Math.floor(quota / 20));
  const inHand = new Map<string, { points: number; until: number }>();

  const take = async (caller: string, points: number): Promise<Standing> => {
    const held = inHand.get(caller);
    const now = performance.now();
    const spare = held && held.until > now ? held.points : 0;
    if (held && spare >= points) {
      held.points -= points;
      return standing(held.points, held.until - now);
    }
    const missing = points - spare;
    const taken = await consume(limiter, caller, [Math.max(missing, block), missing]);
    if (taken.refused) throw refusal(options, taken.result.msBeforeNext);
    const left = spare + taken.points - points;
    if (block > 0) remember(caller, left, now + taken.result.msBeforeNext);
    return standing(left + taken.result.remainingPoints, taken.result.msBeforeNext);
  };

  const remember = (caller: string, points: number, until: number) => {
    if (inHand.size >= mostRemembered) inHand.clear();
    inHand.set(caller, { points, until });
  };

  const standing = (remaining: number, milliseconds: number): Standing => ({
    policy,
    quota,
    window,
    remaining: Math.max(0, remaining),
    reset: Math.max(1, Math.ceil(milliseconds / 1000)),
  });

  return {
    async charge(caller, points) {
      try {
        return await take(caller, points);
      } catch (error) {
        if (error instanceof ServiceError) throw error;
        log.warn({ err: error, store: store.kind }, 'Points could not be counted.');
        if (onError === 'allow') return undefined;
        throw new ServiceError(
          'SERVICE_UNAVAILABLE',
          'Limits cannot be checked right now. Try again shortly.',
          {
            cause: error,
            headers: { 'Retry-After': '2' },
          },
        );
      }
    },
  };
}

interface Taken {
  readonly refused: boolean;
  readonly points: number;
  readonly result: RateLimiterRes;
}

/** Takes the first amount that is still there. A refused amount is given back: fewer points may do. */
async function consume(
  limiter: RateLimiterAbstract,
  caller: string,
  amounts: readonly number[],
): Promise<Taken> {
  let refused: RateLimiterRes | undefined;
  for (const points of new Set(amounts)) {
    try {
      return { refused: false, points, result: await limiter.consume(caller, points) };
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      await limiter.reward(caller, points);
      refused = error;
    }
  }
  return { refused: true, points: 0, result: refused ?? new RateLimiterRes() };
}

export function refusal(
  { policy, quota }: Pick<BudgetOptions, 'policy' | 'quota'>,
  msBeforeNext: number,
): ServiceError {
  const seconds = Math.max(1, Math.ceil(msBeforeNext / 1000));
  return new ServiceError(
    'RATE_LIMITED',
    `The quota of ${quota} points a minute is used up. Try again in ${seconds} s.`,
    {
      headers: {
        'Retry-After': String(seconds),
        'RateLimit-Policy': `"${policy}";q=${quota};w=${window}`,
        RateLimit: `"${policy}";r=0;t=${seconds}`,
      },
      members: { violated_policies: [policy] },
    },
  );
}
