import { type Fault, validationError } from '../domain/errors.ts';
import { groupDigits } from '../domain/naming.ts';
import { maxOffset, type Page, pageArguments, toPage } from '../domain/page.ts';
import { type Examined, examine, parseBy, type Rules, type ValidInput } from '../domain/rules.ts';
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
  readonly countTotal: () => Promise<number> | number;
  /** Of a random order. */
  readonly seed?: string;
}

export function toListing<T>(
  page: Page,
  items: readonly T[],
  hasMore: boolean,
  cursorOf: (item: T) => string,
  countTotal: () => Promise<number> | number,
): Listing<T> {
  const edges = items.map((node) => new Edge(node, cursorOf));
  return { edges, pageInfo: new PageInfo(page, edges, hasMore), page, countTotal };
}

/** A class, since an object with getters of its own takes ten times as long to create. */
class PageInfo {
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  readonly #edges: readonly { readonly cursor: string }[];

  constructor(page: Page, edges: readonly { readonly cursor: string }[], hasMore: boolean) {
    const isContinued = page.cursor !== null || page.offset > 0;
    this.hasNextPage = page.isBackward ? isContinued : hasMore;
    this.hasPreviousPage = page.isBackward ? hasMore : isContinued;
    this.#edges = edges;
  }

  get startCursor(): string | null {
    return this.#edges[0]?.cursor ?? null;
  }

  get endCursor(): string | null {
    return this.#edges.at(-1)?.cursor ?? null;
  }
}

/** Its cursor is computed on demand: most requests use one at most. */
class Edge<T> {
  readonly node: T;
  readonly #cursorOf: (item: T) => string;

  constructor(node: T, cursorOf: (item: T) => string) {
    this.node = node;
    this.#cursorOf = cursorOf;
  }

  get cursor(): string {
    return this.#cursorOf(this.node);
  }
}

type Nullable<T> = { [K in keyof T]?: T[K] | null | undefined };

type PagingArguments = Nullable<{
  first: number;
  after: string;
  last: number;
  before: string;
  offset: number;
}>;

/** Parses the paging arguments; null is the same as omitting one. */
export function readPage(args: PagingArguments): Page {
  const { first, after, last, before, offset } = args;
  const given = withoutNulls({ first, after, last, before, offset });
  return toPage(parseBy(pageArguments, given, 'BAD_REQUEST'));
}

/** Parses the filter, unless it is the valid input, and the paging arguments; the faults of both are reported at once. */
export function readListArguments<T>(
  rules: Rules<T>,
  filter: object | null | undefined,
  paging: PagingArguments,
  otherFaults: readonly Fault[] = [],
  validInput?: ValidInput,
): { filter: T; page: Page } {
  const filtered: Examined<T> =
    validInput?.rules === rules
      ? { value: (validInput.value ?? {}) as T, faults: [] }
      : examine(rules, withoutNulls(filter ?? {}));
  const paged = examine(pageArguments, withoutNulls(paging));
  if ('value' in filtered && 'value' in paged && otherFaults.length === 0)
    return { filter: filtered.value, page: toPage(paged.value) };
  const faults = filtered.faults.map((fault) => ({ ...fault, path: ['filter', ...fault.path] }));
  throw validationError('BAD_REQUEST', [...faults, ...otherFaults, ...paged.faults]);
}

export function withoutNulls<T extends object>(value: T): { [K in keyof T]?: NonNullable<T[K]> } {
  const given: { [K in keyof T]?: NonNullable<T[K]> } = {};
  for (const name in value) {
    const item = value[name];
    if (item !== null && item !== undefined) given[name] = item;
  }
  return given;
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
    seed: t.string({
      description: 'The seed of a random order, for the other pages; null in any other order.',
      nullable: true,
      resolve: ({ seed }) => seed ?? null,
    }),
  }),
});

export const offsetDescription = `Items to skip, 0 to ${groupDigits(maxOffset)}; default 0. Not allowed with a cursor.`;

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
