import { validationError } from '../domain/errors.ts';
import { maxOffset, type Page, pageArguments, toPage } from '../domain/page.ts';
import { listFaults, parseBy } from '../domain/rules.ts';
import { builder } from './builder.ts';

/** A page of a list, with the data of both paging styles: Relay cursors, and limit and offset. */
export interface Listing<T> {
  readonly edges: { cursor: string; node: T }[];
  readonly pageInfo: {
    hasNextPage: boolean;
    hasPreviousPage: boolean;
    startCursor: string | null;
    endCursor: string | null;
  };
  readonly page: Page;
  readonly countTotal: () => Promise<number>;
}

export function toListing<T>(
  page: Page,
  items: readonly T[],
  hasMore: boolean,
  cursorOf: (item: T) => string,
  countTotal: () => Promise<number>,
): Listing<T> {
  // Cursors are computed on demand: most requests use one at most.
  const edges = items.map((node) => ({
    node,
    get cursor() {
      return cursorOf(node);
    },
  }));
  const isContinued = page.cursor !== null || page.offset > 0;
  return {
    edges,
    pageInfo: {
      hasNextPage: page.isBackward ? isContinued : hasMore,
      hasPreviousPage: page.isBackward ? hasMore : isContinued,
      get startCursor() {
        return edges[0]?.cursor ?? null;
      },
      get endCursor() {
        return edges.at(-1)?.cursor ?? null;
      },
    },
    page,
    countTotal,
  };
}

type Nullable<T> = { [K in keyof T]?: T[K] | null | undefined };

/** Parses the paging arguments; null is the same as omitting one. */
export function readPage(
  args: Nullable<{ first: number; after: string; last: number; before: string; offset: number }>,
): Page {
  const { first, after, last, before, offset } = args;
  const given = withoutNulls({ first, after, last, before, offset });
  return toPage(parseBy(pageArguments, given, 'BAD_REQUEST'));
}

/** Reports the faults of several arguments at once. */
export function rejectFaults(...faults: ReturnType<typeof listFaults>[]): void {
  const all = faults.flat();
  if (all.length > 0) throw validationError('BAD_REQUEST', all);
}

export function pageFaults(args: object): ReturnType<typeof listFaults> {
  return listFaults(pageArguments, withoutNulls(args));
}

/** The faults of an argument that is an object, with paths that start at the argument. */
export function prefixed(name: string, faults: ReturnType<typeof listFaults>) {
  return faults.map((fault) => ({ ...fault, path: [name, ...fault.path] }));
}

export function withoutNulls<T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  // Only null and undefined were removed, as the type says.
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}

const PageRef = builder.objectRef<Listing<unknown>>('Page').implement({
  description: 'Paging by limit and offset, as in REST.',
  fields: (t) => ({
    limit: t.int({
      description: 'The requested page size.',
      resolve: ({ page }) => page.limit,
    }),
    offset: t.int({
      description: 'The number of skipped items; null with a cursor.',
      nullable: true,
      resolve: ({ page }) => (page.cursor === null && !page.isBackward ? page.offset : null),
    }),
    total: t.int({
      description: 'The number of items on all pages.',
      resolve: (listing) => listing.countTotal(),
    }),
    hasMore: t.boolean({
      description: 'Whether there is a next page.',
      resolve: ({ pageInfo }) => pageInfo.hasNextPage,
    }),
    nextCursor: t.string({
      description: 'Pass it as `after` to read the next page; null on the last page.',
      nullable: true,
      resolve: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    }),
  }),
});

export const offsetDescription = `Items to skip, 0 to ${maxOffset.toLocaleString('en')}; default 0. Not allowed with a cursor.`;

/** The argument of every list that can be paged by offset. */
export function offsetArgument(t: Parameters<Parameters<typeof builder.queryFields>[0]>[0]) {
  return t.arg.int({ description: offsetDescription });
}

/** Fields every connection has beside Relay's own. */
builder.globalConnectionFields((t) => ({
  totalCount: t.int({
    description: 'The number of items on all pages.',
    resolve: (listing) => (listing as unknown as Listing<unknown>).countTotal(),
  }),
  page: t.field({
    type: PageRef,
    description: 'Paging by limit and offset, as in REST.',
    extensions: { isPart: true },
    resolve: (listing) => listing as unknown as Listing<unknown>,
  }),
}));
