import { LRUCache } from 'lru-cache';
import { atMost } from '../domain/cache-bound.ts';
import { ServiceError } from '../domain/errors.ts';
import type { Log } from '../log.ts';
import type { LimitStore } from './limit-store.ts';
import { takePoints } from './take-points.ts';

/** A caller's quota after a charge. */
export interface QuotaStatus {
  readonly policy: string;
  readonly quota: number;
  /** Seconds. */
  readonly window: number;
  readonly remaining: number;
  /** Seconds until the quota is full again. */
  readonly reset: number;
}

export interface Budget {
  /** Takes points from a caller's quota; throws 429 when too few are left. */
  charge(
    caller: string,
    points: number,
  ): QuotaStatus | undefined | Promise<QuotaStatus | undefined>;
  /** Whether a charge needs no request to the store. */
  hasPoints(caller: string, points: number): boolean;
}

export interface BudgetOptions {
  readonly policy: string;
  readonly name: string;
  readonly quota: number;
  readonly store: LimitStore;
  readonly log: Log;
  readonly onError: 'allow' | 'refuse';
}

/** What this node knows of a caller's quota; times are in milliseconds of `performance.now()`. */
interface LocalQuota {
  /** Points taken from the store and not spent yet; they expire with their window. */
  reserved: number;
  /** Points left in the store at the last request to it. */
  inStore: number;
  until: number;
  /** Until then the store is not asked for more than it had left. */
  rejectedUntil: number;
  /** Charges that have to ask the store take turns: concurrent ones share the points one of them took. */
  lastCharge: Promise<unknown> | undefined;
}

const window = 60;
const maxCachedCallers = 20_000;
/** Callers over quota cost the store one round trip per second, however often they ask. */
const rejectionCacheMs = 1000;
/** A store that failed is not used for as long, so that requests do not wait for one that hangs. */
const outageCacheMs = 1000;

/**
 * A quota of points per minute for each caller. Points of a shared store are taken in blocks and spent
 * from memory, so that most requests need no round trip. All nodes together never spend more than the
 * quota; an idle node leaves less than a block of it unused.
 */
export function createBudget(options: BudgetOptions): Budget {
  const { policy, name, quota, store, log, onError } = options;
  const limiter = store.createLimiter({ keyPrefix: name, points: quota, duration: window });
  const block = Math.max(1, Math.floor(quota / 20));
  const quotas = new LRUCache<string, LocalQuota>(atMost(maxCachedCallers));
  let outage: { readonly error: unknown; readonly until: number } | undefined;

  const quotaOf = (caller: string): LocalQuota => {
    const known = quotas.get(caller);
    if (known) return known;
    const local: LocalQuota = {
      reserved: 0,
      inStore: 0,
      until: 0,
      rejectedUntil: 0,
      lastCharge: undefined,
    };
    quotas.set(caller, local);
    return local;
  };

  const spend = async (caller: string, local: LocalQuota, points: number): Promise<QuotaStatus> => {
    const now = performance.now();
    if (local.until <= now) local.reserved = 0;
    const missing = points - local.reserved;
    if (missing > 0) {
      const isExhausted = local.rejectedUntil > now && missing > local.inStore;
      if (isExhausted) throw reject(local);
      if (outage && outage.until > now) throw outage.error;
      const taken = await takePoints(limiter, caller, missing, Math.max(missing, block));
      local.inStore = taken.left;
      local.until = performance.now() + taken.msBeforeNext;
      if (taken.points === 0) {
        local.rejectedUntil = Math.min(local.until, performance.now() + rejectionCacheMs);
        throw reject(local);
      }
      local.reserved += taken.points;
    }
    local.reserved -= points;
    return statusOf(local);
  };

  const chargeInTurn = async (
    caller: string,
    local: LocalQuota,
    points: number,
  ): Promise<QuotaStatus | undefined> => {
    const charge = (local.lastCharge ?? Promise.resolve()).then(() => spend(caller, local, points));
    const turn = charge.catch(() => undefined);
    local.lastCharge = turn;
    try {
      return await charge;
    } catch (error) {
      if (error instanceof ServiceError) throw error;
      if (outage?.error !== error) {
        outage = { error, until: performance.now() + outageCacheMs };
        log.warn({ err: error, store: store.kind }, 'Rate limit store unavailable');
      }
      if (onError === 'allow') return undefined;
      throw storeUnavailable(error);
    } finally {
      if (local.lastCharge === turn) local.lastCharge = undefined;
    }
  };

  const statusOf = ({ reserved, inStore, until }: LocalQuota): QuotaStatus => ({
    policy,
    quota,
    window,
    remaining: reserved + inStore,
    reset: Math.max(1, Math.ceil((until - performance.now()) / 1000)),
  });

  const reject = (local: LocalQuota) => quotaExceeded(statusOf(local));

  const isReserved = ({ reserved, until, lastCharge }: LocalQuota, points: number) =>
    reserved >= points && until > performance.now() && !lastCharge;

  return {
    charge(caller, points) {
      const local = quotaOf(caller);
      if (!isReserved(local, points)) return chargeInTurn(caller, local, points);
      local.reserved -= points;
      return statusOf(local);
    },
    hasPoints: (caller, points) => isReserved(quotaOf(caller), points),
  };
}

/** The rate limit headers of a response. */
export function quotaHeaders(status: QuotaStatus): Record<string, string> {
  const { policy, quota, window, remaining, reset } = status;
  return {
    'ratelimit-policy': `"${policy}";q=${quota};w=${window}`,
    ratelimit: `"${policy}";r=${remaining};t=${reset}`,
  };
}

function quotaExceeded(status: QuotaStatus): ServiceError {
  const { policy, quota, remaining, reset } = status;
  const state =
    remaining > 0 ? `has only ${remaining} left, less than this request costs` : 'is exceeded';
  return new ServiceError(
    'RATE_LIMITED',
    `The quota of ${quota} points per minute ${state}. Try again in ${reset} s.`,
    {
      headers: { 'Retry-After': String(reset), ...quotaHeaders(status) },
      members: { violated_policies: [policy] },
    },
  );
}

function storeUnavailable(cause: unknown): ServiceError {
  return new ServiceError(
    'SERVICE_UNAVAILABLE',
    'Rate limits cannot be checked at the moment. Try again shortly.',
    { cause, headers: { 'Retry-After': '2' } },
  );
}
