import { GraphQLError } from 'graphql';
import { findDangerousKeys } from '../domain/dangerous-keys.ts';
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
    const [dangerous] = findDangerousKeys(value);
    if (dangerous) throw new GraphQLError(dangerous.detail);
    return value;
  },
});
