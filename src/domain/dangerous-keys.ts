import type { Fault } from './errors.ts';

const dangerousKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Keys that could cause prototype pollution. */
export function findDangerousKeys(value: unknown, path: Fault['path'] = []): Fault[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key): Fault[] => {
    const keyPath = [...path, Array.isArray(value) ? Number(key) : key];
    if (!dangerousKeys.has(key)) {
      const item = (value as Record<string, unknown>)[key];
      return typeof item === 'object' ? findDangerousKeys(item, keyPath) : [];
    }
    const detail = `The key ${JSON.stringify(key)} is not allowed.`;
    return [{ path: keyPath, code: 'unknown_field', detail }];
  });
}
