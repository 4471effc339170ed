import { createHash, randomBytes } from 'node:crypto';

const keyPrefix = 'qst_';

export function makeRefreshToken(): string {
  return randomBytes(32).toString('base64url');
}

/** `qst_` + 256 random bits + a checksum, so that a mistyped or truncated key is detected without a look-up. */
export function makeApiKey(): string {
  const random = randomBytes(32).toString('base64url');
  return `${keyPrefix}${random}${checksum(random)}`;
}

export function looksLikeApiKey(token: string): boolean {
  return token.startsWith(keyPrefix);
}

export function isWellFormedApiKey(token: string): boolean {
  const random = token.slice(keyPrefix.length, -6);
  return token.length === 53 && looksLikeApiKey(token) && checksum(random) === token.slice(-6);
}

/** Only the hash of a token is stored. Tokens are random, so a fast unsalted hash is enough. */
export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

function checksum(random: string): string {
  return createHash('sha256')
    .update(keyPrefix + random)
    .digest('base64url')
    .slice(0, 6);
}
