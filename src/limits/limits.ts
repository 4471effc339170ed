import { LRUCache } from 'lru-cache';
import type { Caller } from '../domain/caller.ts';
import type { Log } from '../log.ts';
import { type Budget, createBudget } from './budget.ts';
import type { LimitStore } from './limit-store.ts';
import { createLoginLimiter, type LoginLimiter } from './login-limiter.ts';

export interface LimitSettings {
  readonly isOn: boolean;
  readonly anonymousQuota: number;
  readonly tokenQuota: number;
  readonly runQuota: number;
  readonly transferQuota: number;
  readonly loginFailures: number;
  readonly onError: 'allow' | 'refuse';
}

/** All rate limits. */
export interface Limits {
  readonly login: LoginLimiter;
  /** Charges a request to its account, whichever its key or session, or to its address when it is anonymous. */
  charge(caller: Caller, address: string, points: number): ReturnType<Budget['charge']>;
  /** Whether a charge needs no request to the store. */
  hasPoints(caller: Caller, address: string, points: number): boolean;
  /** Charges an analysis run, of which only a few per minute are allowed. */
  chargeRun(caller: Caller, address: string): ReturnType<Budget['charge']>;
  /** Charges an import or export, of which only a few per minute are allowed. */
  chargeTransfer(caller: Caller, address: string): ReturnType<Budget['charge']>;
}

const maxCachedSizes = 100;
const noBudget: Budget = { charge: () => undefined, hasPoints: () => true };

export function createLimits(settings: LimitSettings, store: LimitStore, log: Log): Limits {
  const { isOn, onError, loginFailures } = settings;
  const budget = (policy: string, name: string, quota: number): Budget =>
    isOn ? createBudget({ policy, name, quota, store, log, onError }) : noBudget;
  const anonymous = budget('default', 'anonymous', settings.anonymousQuota);
  const token = budget('default', 'token', settings.tokenQuota);
  // Accounts with a quota of their own: one budget for each size, which is all they differ in.
  const sizes = new LRUCache<number, Budget>({ max: maxCachedSizes });
  const budgetOf = ({ quota }: Caller): Budget => {
    if (quota === null) return token;
    const known = sizes.get(quota) ?? budget('default', 'token', quota);
    sizes.set(quota, known);
    return known;
  };
  const runs = budget('analysis', 'analysis', settings.runQuota);
  const transfers = budget('transfer', 'transfer', settings.transferQuota);
  return {
    // Login attempts are limited even when rate limits are off.
    login: createLoginLimiter(store, { perAccount: loginFailures, perAddress: loginFailures * 4 }),
    charge: (caller, address, points) =>
      caller.accountId === null
        ? anonymous.charge(address, points)
        : budgetOf(caller).charge(caller.accountId, points),
    hasPoints: (caller, address, points) =>
      caller.accountId === null
        ? anonymous.hasPoints(address, points)
        : budgetOf(caller).hasPoints(caller.accountId, points),
    chargeRun: (caller, address) => runs.charge(caller.accountId ?? address, 1),
    chargeTransfer: (caller, address) => transfers.charge(caller.accountId ?? address, 1),
  };
}
