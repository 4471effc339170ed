import type { Fault } from './errors.ts';

const dangerousKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Keys that change what an object is when they are copied; nobody needs them in data. */
export function findDangerousKeys(value: unknown, path: Fault['path'] = []): Fault[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.keys(value).flatMap((key): Fault[] => {
    const place = [...path, Array.isArray(value) ? Number(key) : key];
    if (!dangerousKeys.has(key)) {
      const item = (value as Record<string, unknown>)[key];
      return typeof item === 'object' ? findDangerousKeys(item, place) : [];
    }
    const detail = `The key ${JSON.stringify(key)} may not stand here.`;
    return [{ path: place, code: 'unknown_field', detail }];
  });
}
