import { GraphQLError } from 'graphql';
import { builder } from './builder.ts';

builder.scalarType('DateTime', {
  description:
    'A moment as RFC 3339 writes it, in UTC with milliseconds: 2026-01-31T12:00:00.000Z.',
  serialize: (value) => value.toISOString(),
  parseValue: (value) => {
    // Whether it is a moment at all is checked with the other rules of the input it stands in.
    if (typeof value === 'string') return value;
    throw new GraphQLError('A DateTime is a string such as "2026-01-31T12:00:00Z".');
  },
});

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  serialize: (value) => value,
  parseValue: (value) => {
    refuseDangerousKeys(value);
    return value;
  },
});

const dangerousKeys = new Set(['__proto__', 'constructor', 'prototype']);

/** Keys that change what an object is when they are copied; nobody needs them in data. */
function refuseDangerousKeys(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    if (dangerousKeys.has(key))
      throw new GraphQLError(`The key ${JSON.stringify(key)} may not stand here.`);
    refuseDangerousKeys((value as Record<string, unknown>)[key]);
  }
}
