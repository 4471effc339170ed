import { expect } from 'vitest';

/** JSON would write null for what is not a number, so the result itself is looked through. */
export function expectFiniteFigures(result: unknown): void {
  expect(listOddNumbers(result, '')).toEqual([]);
}

/** Where numbers stand that are none, or without end. */
export function listOddNumbers(value: unknown, path: string): string[] {
  if (typeof value === 'number') return Number.isFinite(value) ? [] : [`${path}: ${value}`];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => listOddNumbers(part, `${path}/${name}`));
}
