import { type Fault, maxFaults } from './errors.ts';

const dangerousKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Values without such keys: a request's free-form value passes several layers, and may be large. */
const safeValues = new WeakSet<object>();

/** The first keys that could cause prototype pollution. */
export function findDangerousKeys(value: unknown, path: Fault['path'] = []): Fault[] {
  if (typeof value !== 'object' || value === null || safeValues.has(value)) return [];
  const faults: Fault[] = [];
  collect(value, [...path], faults);
  if (faults.length === 0) safeValues.add(value);
  return faults;
}

function collect(value: object, path: (string | number)[], faults: Fault[]): void {
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at += 1) collectAt(value[at], at, path, faults);
    return;
  }
  for (const key of Object.keys(value)) {
    if (faults.length === maxFaults) return;
    if (dangerousKeys.has(key)) {
      const detail = `The key ${JSON.stringify(key)} is not allowed.`;
      faults.push({ path: [...path, key], code: 'unknown_field', detail });
    } else {
      collectAt((value as Record<string, unknown>)[key], key, path, faults);
    }
  }
}

function collectAt(
  item: unknown,
  key: string | number,
  path: (string | number)[],
  faults: Fault[],
): void {
  if (typeof item !== 'object' || item === null) return;
  path.push(key);
  collect(item, path, faults);
  path.pop();
}
