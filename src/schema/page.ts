import { brokenRules } from '../domain/errors.ts';
import { type Page, pageArguments, toPage } from '../domain/page.ts';
import { listFaults, parseBy } from '../domain/rules.ts';
import { builder } from './builder.ts';

/** A page of a list with all that either style of paging shows of it. */
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
  // Cursors are made when they are asked for: most lists show one at most.
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

/** Reads the paging arguments; null means the same as leaving one out. */
export function readPage(
  args: Nullable<{ first: number; after: string; last: number; before: string; offset: number }>,
): Page {
  const { first, after, last, before, offset } = args;
  const given = withoutNulls({ first, after, last, before, offset });
  return toPage(parseBy(pageArguments, given, 'BAD_REQUEST'));
}

/** The faults of several arguments of one list together. */
export function refuseFaults(...faults: ReturnType<typeof listFaults>[]): void {
  const all = faults.flat();
  if (all.length > 0) throw brokenRules('BAD_REQUEST', all);
}

export function pageFaults(args: object): ReturnType<typeof listFaults> {
  return listFaults(pageArguments, withoutNulls(args));
}

/** The faults of an argument that is an object. */
export function prefixed(name: string, faults: ReturnType<typeof listFaults>) {
  return faults.map((fault) => ({ ...fault, path: [name, ...fault.path] }));
}

export function withoutNulls<T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const entries = Object.entries(value).filter(([, item]) => item !== null && item !== undefined);
  // Only null and undefined are gone, which is what the type says.
  return Object.fromEntries(entries) as { [K in keyof T]?: NonNullable<T[K]> };
}

const PageRef = builder.objectRef<Listing<unknown>>('Page').implement({
  description: 'The figures of a page for lists shown by limit and offset.',
  fields: (t) => ({
    limit: t.int({
      description: 'The largest number of items on this page.',
      resolve: ({ page }) => page.limit,
    }),
    offset: t.int({
      description: 'How many items were skipped; null when a cursor was used.',
      nullable: true,
      resolve: ({ page }) => (page.cursor === null && !page.isBackward ? page.offset : null),
    }),
    total: t.int({
      description: 'How many items there are in the whole list.',
      resolve: (listing) => listing.countTotal(),
    }),
    hasMore: t.boolean({
      description: 'Whether more items follow.',
      resolve: ({ pageInfo }) => pageInfo.hasNextPage,
    }),
    nextCursor: t.string({
      description: 'The cursor that continues behind this page; null on the last one.',
      nullable: true,
      resolve: ({ pageInfo }) => (pageInfo.hasNextPage ? pageInfo.endCursor : null),
    }),
  }),
});

/** Fields every connection has beside Relay's own. */
builder.globalConnectionFields((t) => ({
  totalCount: t.int({
    description: 'How many items there are in the whole list.',
    resolve: (listing) => (listing as unknown as Listing<unknown>).countTotal(),
  }),
  page: t.field({
    type: PageRef,
    description: 'Where this page stands, by limit and offset.',
    resolve: (listing) => listing as unknown as Listing<unknown>,
  }),
}));
