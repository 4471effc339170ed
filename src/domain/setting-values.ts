import type { z } from 'zod';
import { emailAddress, newPassword } from './account-input.ts';
import { isScope, type Scope, scopes } from './scopes.ts';

/** How the words of settings are read. Each throws a sentence that goes on after the setting's name. */

export function optional<T>(read: (value: string) => T): (value: string) => T | undefined {
  return (value) => (value === '' ? undefined : read(value));
}

export function word(value: string): string {
  if (/\s/.test(value)) throw new Error(`${JSON.stringify(value)} has a space in it.`);
  return value;
}

export function integer(min: number, max: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (/^\d+$/.test(value) && number >= min && number <= max) return number;
    throw new Error(`must be a whole number from ${min} to ${max}, not ${JSON.stringify(value)}.`);
  };
}

export function port(value: string): number {
  return integer(0, 65535)(value);
}

export function onOff(value: string): boolean {
  const word = value.toLowerCase();
  if (['on', 'true', '1', 'yes'].includes(word)) return true;
  if (['off', 'false', '0', 'no'].includes(word)) return false;
  throw new Error(`must be on or off, not ${JSON.stringify(value)}.`);
}

export function oneOf<const T extends string>(...words: T[]): (value: string) => T {
  return (value) => {
    const found = words.find((word) => word === value.toLowerCase());
    if (found) return found;
    throw new Error(`must be one of ${words.join(', ')}, not ${JSON.stringify(value)}.`);
  };
}

export function bytes(value: string): number {
  const [, amount, unit] = /^(\d{1,9})\s*(b|kb|mb|gb)?$/i.exec(value) ?? [];
  if (!amount)
    throw new Error(`must be a size such as 512kb or 10mb, not ${JSON.stringify(value)}.`);
  const power = ['b', 'kb', 'mb', 'gb'].indexOf((unit ?? 'b').toLowerCase());
  return Number(amount) * 1024 ** power;
}

export function seconds(value: string): number {
  const [, amount, unit] = /^(\d{1,6})\s*(s|m|h|d)$/i.exec(value) ?? [];
  const lengths: Record<string, number> = { s: 1, m: 60, h: 3600, d: 86_400 };
  const total = Number(amount) * (lengths[unit?.toLowerCase() ?? ''] ?? 0);
  if (total > 0) return total;
  throw new Error(`must be a time such as 30s, 15m, 12h or 30d, not ${JSON.stringify(value)}.`);
}

/** A setting that keeps the rules of a field. The value is not repeated: it may be a secret. */
function byRules(schema: z.ZodType<string, string>): (value: string) => string {
  return (value) => {
    const { data, error } = schema.safeParse(value);
    if (data !== undefined) return data;
    const sentence = error?.issues[0]?.message ?? 'Is wrong.';
    throw new Error(sentence.charAt(0).toLowerCase() + sentence.slice(1));
  };
}

export const parseEmail = byRules(emailAddress);
export const password = byRules(newPassword);

export function longWord(value: string): string {
  if (value.length >= 16) return value;
  throw new Error('must have at least 16 characters; `openssl rand -base64 32` makes a good one.');
}

export function scopeList(value: string): Scope[] {
  const words = value.split(/[\s,]+/).filter((word) => word !== '');
  const wrong = words.find((word) => !isScope(word));
  if (wrong === undefined) return words.filter(isScope);
  throw new Error(`${JSON.stringify(wrong)} is no scope; there are ${scopes.join(', ')}.`);
}

export function httpUrl(value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && ['http:', 'https:'].includes(url.protocol)) return value.replace(/\/+$/, '');
  throw new Error(`must be an http or https address, not ${JSON.stringify(value)}.`);
}

export function endpointUrl(value: string): string {
  // The value is not repeated: it may hold a password.
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol)) {
    throw new Error('must be an http or https address.');
  }
  if (url.username || url.password) throw new Error('must not hold a user and password.');
  return value;
}

export function headerWord(value: string): string {
  // The value is not repeated: it is a secret.
  if (/^[\x21-\x7e]+$/.test(value)) return value;
  throw new Error('must be letters, digits and signs of ASCII, without spaces.');
}

export function originList(value: string): string[] {
  const words = value.split(/[\s,]+/).filter((word) => word !== '');
  const wrong = words.find((word) => word !== '*' && !isOrigin(word));
  if (wrong === undefined) return words;
  throw new Error(`${JSON.stringify(wrong)} is no origin such as https://example.org.`);
}

function isOrigin(word: string): boolean {
  return URL.canParse(word) && new URL(word).origin === word;
}

export function redisUrl(value: string): string {
  // The value is not repeated: it may hold a password.
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && ['redis:', 'rediss:'].includes(url.protocol)) return value;
  throw new Error('must be an address such as redis://localhost:6379.');
}

export function postgresUrl(value: string): string {
  // The value is not repeated: it holds a password.
  const url = URL.canParse(value) ? new URL(value) : undefined;
  if (url && ['postgres:', 'postgresql:'].includes(url.protocol)) return value;
  throw new Error('must be an address such as postgresql://user:password@host:5432/database.');
}

/** One setting: its name in the environment, its default, what it means, and how it is read. */
export interface Setting<T> {
  readonly name: string;
  readonly fallback: string;
  readonly meaning: string;
  readonly read: (value: string) => T;
  /** Set to nothing means nothing, and not the default. */
  readonly keepsEmpty?: boolean;
}

export function setting<T>(
  name: string,
  fallback: string,
  meaning: string,
  read: (value: string) => T,
): Setting<T> {
  return { name, fallback, meaning, read };
}
