import { expect } from 'vitest';

/** JSON would turn NaN and infinity into null, so the result itself is searched. */
export function expectFiniteFigures(result: unknown): void {
  expect(listOddNumbers(result, '')).toEqual([]);
}

/** The paths of NaN and infinite numbers. */
export function listOddNumbers(value: unknown, path: string): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path}: ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => listOddNumbers(part, `${path}/${name}`));
}
