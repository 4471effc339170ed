import { randomBytes } from 'node:crypto';
import { encodeBase32 } from './base32.ts';

const count = 10;

/**
 * Codes for the day the device is lost, each good for one login. 120 random bits: too many to guess, so
 * that, as of other tokens, a fast hash is stored.
 */
export function makeRecoveryCodes(): string[] {
  return Array.from({ length: count }, () => {
    const code = encodeBase32(randomBytes(15)).toLowerCase();
    return (code.match(/.{6}/g) ?? []).join('-');
  });
}
