import * as z from 'zod';
import type { Fault } from './errors.ts';
import { defineRules } from './rules.ts';

export const defaultPageSize = 20;
export const maxPageSize = 100;
export const maxOffset = 1_000_000;

const size = z.int().min(1).max(maxPageSize);
const cursor = z.string().min(1).max(1000);

const pageSchema = z
  .strictObject({
    first: size.meta({
      description: 'Maximum number of items to return.',
      default: defaultPageSize,
    }),
    after: cursor.meta({ description: 'Return the items after this cursor.' }),
    last: size.meta({ description: 'Maximum number of items to return from the end of the list.' }),
    before: cursor.meta({ description: 'Return the items before this cursor.' }),
    offset: z.int().min(0).max(maxOffset).meta({
      description: 'Number of items to skip; cannot be combined with a cursor.',
      default: 0,
    }),
  })
  .partial();

export type PageArguments = z.output<typeof pageSchema>;

export const pageFields = pageSchema.shape;

/** The requested part of a list: by limit and offset, or by Relay cursors. */
export const pageArguments = defineRules(pageSchema, (value) => findContradictions(value));

/** An argument, one it cannot be combined with, and the name of that one in messages. */
const conflicts = [
  ['offset', 'after', 'a cursor'],
  ['offset', 'before', 'a cursor'],
  ['offset', 'last', 'last'],
  ['first', 'last', 'last'],
  ['first', 'before', 'before'],
  ['last', 'after', 'after'],
  ['after', 'before', 'before'],
] as const satisfies readonly (readonly [keyof PageArguments, keyof PageArguments, string])[];

function findContradictions(value: unknown): Fault[] {
  const given = (value ?? {}) as Partial<Record<keyof PageArguments, unknown>>;
  const found = conflicts.filter(([name, other]) => given[name] != null && given[other] != null);
  return found.map(([name, , called]) => ({
    path: [name],
    code: 'contradiction',
    detail: `Cannot be combined with ${called}.`,
  }));
}

export const maxItems = 1000;

const itemPageSchema = z
  .strictObject({
    limit: z
      .int()
      .min(0)
      .max(maxItems)
      .meta({ description: 'Maximum number of result items to return.', default: maxItems }),
    offset: z
      .int()
      .min(0)
      .max(maxOffset)
      .meta({ description: 'Number of result items to skip.', default: 0 }),
  })
  .partial();

export const itemPageFields = itemPageSchema.shape;

/** The requested items of a result. */
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
