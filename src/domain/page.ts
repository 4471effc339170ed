import { z } from 'zod';
import type { Fault } from './errors.ts';
import { defineRules } from './rules.ts';

export const defaultPageSize = 20;
export const maxPageSize = 100;
export const maxOffset = 1_000_000;

const size = z.int().min(1).max(maxPageSize);
const cursor = z.string().min(1).max(1000);

const pageSchema = z
  .strictObject({
    first: size.meta({ description: 'How many to return.', default: defaultPageSize }),
    after: cursor.meta({ description: 'Continue behind this cursor.' }),
    last: size.meta({ description: 'How many to return, counted from the end.' }),
    before: cursor.meta({ description: 'End in front of this cursor.' }),
    offset: z
      .int()
      .min(0)
      .max(maxOffset)
      .meta({ description: 'How many to skip, 0 when left out; not together with a cursor.' }),
  })
  .partial();

export type PageArguments = z.output<typeof pageSchema>;

export const pageFields = pageSchema.shape;

/** Which part of a list is asked for: limit and offset, or Relay's cursors. */
export const pageArguments = defineRules(pageSchema, (value) => findContradictions(value));

/** An argument, one it cannot stand beside, and what to call that one on both interfaces. */
const clashes = [
  ['offset', 'after', 'a cursor'],
  ['offset', 'before', 'a cursor'],
  ['offset', 'last', 'last'],
  ['first', 'last', 'last'],
  ['first', 'before', 'before'],
  ['last', 'after', 'after'],
  ['after', 'before', 'before'],
] as const satisfies readonly (readonly [keyof PageArguments, keyof PageArguments, string])[];

function findContradictions(value: unknown): Fault[] {
  const given = new Set(
    Object.entries(value ?? {}).flatMap(([name, item]) => (item == null ? [] : [name])),
  );
  return clashes.flatMap(([name, other, called]) =>
    given.has(name) && given.has(other)
      ? [{ path: [name], code: 'contradiction', detail: `Not together with ${called}.` }]
      : [],
  );
}

export const maxItems = 1000;

const itemPageSchema = z
  .strictObject({
    limit: z
      .int()
      .min(0)
      .max(maxItems)
      .meta({ description: 'How many items of the result to show.', default: maxItems }),
    offset: z
      .int()
      .min(0)
      .max(maxOffset)
      .meta({ description: 'How many items of the result to skip.', default: 0 }),
  })
  .partial();

export const itemPageFields = itemPageSchema.shape;

/** Which of a result's items are asked for. */
export const itemPage = defineRules(itemPageSchema);

export interface Page {
  readonly limit: number;
  readonly offset: number;
  readonly cursor: string | null;
  readonly isBackward: boolean;
}

export function toPage(arguments_: PageArguments): Page {
  const isBackward = arguments_.last !== undefined || arguments_.before !== undefined;
  return {
    limit: arguments_.first ?? arguments_.last ?? defaultPageSize,
    offset: arguments_.offset ?? 0,
    cursor: arguments_.after ?? arguments_.before ?? null,
    isBackward,
  };
}
