import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { decodeBase32, encodeBase32 } from './base32.ts';

/** Seconds that a code is shown for (RFC 6238). */
const stepSeconds = 30;
const digits = 6;
/** Steps before and after the current one that are accepted, for clocks that differ and slow fingers. */
const tolerance = 1;

/** 160 random bits, as RFC 4226 recommends, in base32. */
export function makeTotpSecret(): string {
  return encodeBase32(randomBytes(20));
}

/** The code of a time step (RFC 4226, RFC 6238: HMAC-SHA-1, which is what authenticator apps know). */
export function totpCode(secret: Buffer, step: number, length = digits): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac('sha1', secret).update(counter).digest();
  const offset = mac.readUInt8(mac.length - 1) & 0xf;
  const number = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(number % 10 ** length).padStart(length, '0');
}

/** The time step whose code this is, if it is accepted now. Takes the same time whichever it is. */
export function matchStep(secret: string, code: string, now: Date): number | undefined {
  const key = decodeBase32(secret);
  const current = Math.floor(now.getTime() / 1000 / stepSeconds);
  let matched: number | undefined;
  for (let step = current - tolerance; step <= current + tolerance; step += 1) {
    if (isEqual(totpCode(key, step), code)) matched = step;
  }
  return matched;
}

/** What authenticator apps read from a QR code or link. */
export function otpauthUri(issuer: string, account: string, secret: string): string {
  const [name, label] = [issuer, account].map(encodeURIComponent);
  return `otpauth://totp/${name}:${label}?secret=${secret}&issuer=${name}`;
}

function isEqual(expected: string, given: string): boolean {
  const [one, other] = [Buffer.from(expected), Buffer.from(given)];
  return one.length === other.length && timingSafeEqual(one, other);
}
