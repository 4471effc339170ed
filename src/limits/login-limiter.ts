import { createHash } from 'node:crypto';
import { type RateLimiterAbstract, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { ServiceError } from '../domain/errors.ts';
import type { LimitStore } from './limit-store.ts';

/** Counts failed logins, by account and by address, so that passwords cannot be guessed. */
export interface LoginLimiter {
  /** Throws 429 when there were too many failures; else counts the attempt as one until it succeeds. */
  begin(email: string, address: string): Promise<void>;
  /** Takes the attempt back: the password was right. */
  succeed(email: string, address: string): Promise<void>;
}

export interface LoginLimits {
  readonly perAccount: number;
  readonly perAddress: number;
}

/** Every attempt counts before its password is checked: a hundred at once get no more guesses than one by one. */
export function createLoginLimiter(
  store: LimitStore,
  { perAccount, perAddress }: LoginLimits,
): LoginLimiter {
  const byAccount = insured(store, 'login-account', perAccount);
  const byAddress = insured(store, 'login-address', perAddress);
  return {
    async begin(email, address) {
      await consume(byAddress, address);
      await consume(byAccount, nameOf(email));
    },
    async succeed(email, address) {
      await Promise.all([byAddress.reward(address), byAccount.delete(nameOf(email))]);
    },
  };
}

/** While the store is away this process counts alone: guessing is limited whatever breaks. */
function insured(store: LimitStore, keyPrefix: string, points: number): RateLimiterAbstract {
  const settings = { keyPrefix, points, duration: 60 };
  const insuranceLimiter = new RateLimiterMemory(settings);
  return store.createLimiter({ ...settings, insuranceLimiter });
}

async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key);
  } catch (refusal) {
    if (!(refusal instanceof RateLimiterRes)) throw refusal;
    const seconds = Math.max(1, Math.ceil(refusal.msBeforeNext / 1000));
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

/** Anything can be sent as an address; what is kept of it is short. */
function nameOf(email: string): string {
  return createHash('sha256').update(email).digest('base64url');
}
