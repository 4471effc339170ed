import { ServiceError } from '../domain/errors.ts';
import type { Log } from '../log.ts';
import type { LimitStore } from './limit-store.ts';
import { takePoints } from './take-points.ts';

/** How a caller stands after a charge. */
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
  /** Takes points from a caller's quota; throws 429 when there are not enough left. */
  charge(caller: string, points: number): Promise<QuotaStatus | undefined>;
}

export interface BudgetOptions {
  readonly policy: string;
  readonly name: string;
  readonly quota: number;
  readonly store: LimitStore;
  readonly log: Log;
  readonly onError: 'allow' | 'refuse';
}

/** What this node knows of a caller: times are in milliseconds of this process. */
interface Account {
  /** Points taken from the store and not spent yet; void when their window is over. */
  inHand: number;
  /** What the store had left when it was last asked. */
  inStore: number;
  until: number;
  /** Until then the store is not asked for more than it had. */
  refusedUntil: number;
  /** Charges wait for each other, so that many at once spend what one of them took. */
  lastCharge: Promise<unknown>;
}

const window = 60;
const mostRemembered = 100_000;
/** Callers past their quota cost the store a round trip a second, however often they ask. */
const refusalMemory = 1000;
/** A store that failed is left alone for as long: nobody waits for one that hangs. */
const outageMemory = 1000;

/**
 * A quota of points a minute for each caller. Points of a shared store are taken in blocks and spent
 * from memory, so that most requests cost no round trip. All nodes together never spend more than the
 * quota; a node that falls silent leaves less than a block of it unused.
 */
export function createBudget(options: BudgetOptions): Budget {
  const { policy, name, quota, store, log, onError } = options;
  const limiter = store.createLimiter({ keyPrefix: name, points: quota, duration: window });
  const block = store.kind === 'memory' ? 1 : Math.max(1, Math.floor(quota / 20));
  const accounts = new Map<string, Account>();
  let outage: { readonly error: unknown; readonly until: number } | undefined;

  const accountOf = (caller: string): Account => {
    const known = accounts.get(caller);
    if (known) return known;
    if (accounts.size >= mostRemembered) accounts.clear();
    const account = { inHand: 0, inStore: 0, until: 0, refusedUntil: 0 };
    const fresh = { ...account, lastCharge: Promise.resolve() };
    accounts.set(caller, fresh);
    return fresh;
  };

  const spend = async (caller: string, account: Account, points: number): Promise<QuotaStatus> => {
    const now = performance.now();
    if (account.until <= now) account.inHand = 0;
    const missing = points - account.inHand;
    if (missing > 0) {
      const isHopeless = account.refusedUntil > now && missing > account.inStore;
      if (isHopeless) throw refuse(account);
      if (outage && outage.until > now) throw outage.error;
      const taken = await takePoints(limiter, caller, missing, Math.max(missing, block));
      account.inStore = taken.left;
      account.until = performance.now() + taken.msBeforeNext;
      if (taken.points === 0) {
        account.refusedUntil = Math.min(account.until, performance.now() + refusalMemory);
        throw refuse(account);
      }
      account.inHand += taken.points;
    }
    account.inHand -= points;
    return standing(account);
  };

  const standing = ({ inHand, inStore, until }: Account): QuotaStatus => ({
    policy,
    quota,
    window,
    remaining: inHand + inStore,
    reset: Math.max(1, Math.ceil((until - performance.now()) / 1000)),
  });

  const refuse = (account: Account) => refusal(standing(account));

  return {
    async charge(caller, points) {
      const account = accountOf(caller);
      const charge = account.lastCharge.then(() => spend(caller, account, points));
      account.lastCharge = charge.catch(() => undefined);
      try {
        return await charge;
      } catch (error) {
        if (error instanceof ServiceError) throw error;
        if (outage?.error !== error) {
          outage = { error, until: performance.now() + outageMemory };
          log.warn({ err: error, store: store.kind }, 'Points could not be counted.');
        }
        if (onError === 'allow') return undefined;
        throw uncountable(error);
      }
    },
  };
}

/** The two headers by which a caller learns how they stand. */
export function quotaHeaders(standing: QuotaStatus): Record<string, string> {
  const { policy, quota, window, remaining, reset } = standing;
  return {
    'RateLimit-Policy': `"${policy}";q=${quota};w=${window}`,
    RateLimit: `"${policy}";r=${remaining};t=${reset}`,
  };
}

function refusal(standing: QuotaStatus): ServiceError {
  const { policy, quota, remaining, reset } = standing;
  const left = remaining > 0 ? `has ${remaining} left, fewer than this costs` : 'is used up';
  return new ServiceError(
    'RATE_LIMITED',
    `The quota of ${quota} points a minute ${left}. Try again in ${reset} s.`,
    {
      headers: { 'Retry-After': String(reset), ...quotaHeaders(standing) },
      members: { violated_policies: [policy] },
    },
  );
}

function uncountable(cause: unknown): ServiceError {
  return new ServiceError(
    'SERVICE_UNAVAILABLE',
    'Limits cannot be checked right now. Try again shortly.',
    { cause, headers: { 'Retry-After': '2' } },
  );
}
