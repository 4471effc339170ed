import { GraphQLError } from 'graphql';
import { findDangerousKeys } from '../domain/dangerous-keys.ts';
import { builder } from './builder.ts';

builder.scalarType('DateTime', {
  description:
    'An RFC 3339 timestamp. Returned in UTC with milliseconds: 2026-01-31T12:00:00.000Z.',
  specifiedByURL: 'https://scalars.graphql.org/andimarek/date-time.html',
  // A string comes from the database, in this format; plans leave it alone as well.
  extensions: { passes: 'string' },
  serialize: (value) => (typeof value === 'string' ? value : value.toISOString()),
  parseValue: (value) => {
    // Its format is checked with the other rules of the input, so that all faults are reported at once.
    if (typeof value === 'string') return value;
    throw new GraphQLError('DateTime must be an RFC 3339 string such as "2026-01-31T12:00:00Z".');
  },
});

builder.scalarType('JSON', {
  description: 'Any JSON value.',
  specifiedByURL: 'https://www.rfc-editor.org/rfc/rfc8259',
  serialize: (value) => value,
  parseValue: (value) => {
    const [dangerous] = findDangerousKeys(value);
    if (dangerous) throw new GraphQLError(dangerous.detail);
    return value;
  },
});
