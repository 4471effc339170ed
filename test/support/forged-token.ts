import { createHmac, sign } from 'node:crypto';

export interface ForgedToken {
  readonly header?: object;
  readonly claims?: object;
  /** A private key in PEM format, for ES256. */
  readonly privateKey?: string;
  /** A secret, for HS256. */
  readonly secret?: string;
}

/** A hand-assembled token that can be invalid in any way; unsigned without a key. */
export function forgeToken({ header, claims, privateKey, secret }: ForgedToken): string {
  const text = [header, claims].map(encode).join('.');
  if (secret !== undefined) {
    return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
  }
  if (privateKey === undefined) return `${text}.`;
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const;
  return `${text}.${sign('sha256', Buffer.from(text), key).toString('base64url')}`;
}

function encode(part: object | undefined): string {
  return Buffer.from(JSON.stringify(part ?? {})).toString('base64url');
}

export function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
}

export function headerOf(token: string): Record<string, unknown> {
  return JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString());
}
