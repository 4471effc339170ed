import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../domain/errors.ts';
import type { LimitStore } from './limit-store.ts';

/** Limits failed logins per account and per address, against password guessing. */
export interface LoginLimiter {
  /** Counts the attempt as a failure until it succeeds; throws 429 after too many. */
  begin(email: string, address: string): Promise<void>;
  /** Reverts the count of this attempt, which neither failed nor succeeded. */
  cancel(email: string, address: string): Promise<void>;
  /** Reverts the count of a successful attempt, and forgets earlier failures. */
  succeed(email: string, address: string): Promise<void>;
}

export interface LoginLimits {
  readonly perAccount: number;
  readonly perAddress: number;
}

/** Attempts count before the password is checked, so that concurrent ones get no extra guesses. */
export function createLoginLimiter(
  store: LimitStore,
  { perAccount, perAddress }: LoginLimits,
): LoginLimiter {
  const byAccount = createInsuredLimiter(store, 'login-account', perAccount);
  const byAddress = createInsuredLimiter(store, 'login-address', perAddress);
  return {
    async begin(email, address) {
      await consume(byAddress, address);
      await consume(byAccount, keyOf(email));
    },
    async cancel(email, address) {
      await Promise.all([byAddress.reward(address), byAccount.reward(keyOf(email))]);
    },
    async succeed(email, address) {
      await Promise.all([byAddress.reward(address), byAccount.delete(keyOf(email))]);
    },
  };
}

/** While the store is unavailable this process counts alone: guessing is always limited. */
function createInsuredLimiter(
  store: LimitStore,
  keyPrefix: string,
  points: number,
): RateLimiterAbstract {
  const settings = { keyPrefix, points, duration: 60 };
  const insuranceLimiter = new RateLimiterMemory(settings);
  return store.createLimiter({ ...settings, insuranceLimiter });
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (rejection) {
    if (!(rejection instanceof RateLimiterRes)) throw rejection;
    const seconds = Math.max(1, Math.ceil(rejection.msBeforeNext / 1000));
    throw new ServiceError('RATE_LIMITED', `Too many failed logins. Try again in ${seconds} s.`, {
      headers: {
        'Retry-After': String(seconds),
        'RateLimit-Policy': `"login";q=${limiter.points};w=60`,
        RateLimit: `"login";r=0;t=${seconds}`,
      },
      members: { violated_policies: ['login'] },
    });
  }
}

/** Any text can be sent as an e-mail address; its key has a fixed length. */
function keyOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}
