import { decodeCursor, encodeCursor } from '../db/cursor.ts';
import { isUuid } from '../domain/uuid.ts';
import { type Listing, readPage, toListing } from './page.ts';

export interface IdRange {
  readonly where: { id?: { gt?: string; lt?: string } };
  readonly orderBy: { id: 'asc' | 'desc' };
  readonly skip: number;
  readonly take: number;
}

/** A page of rows sorted by id, which for UUIDv7 is the order of creation. */
export async function listById<T extends { id: string }>(
  args: Parameters<typeof readPage>[0],
  find: (range: IdRange) => Promise<T[]>,
  countTotal: () => Promise<number>,
  { isNewestFirst = false } = {},
): Promise<Listing<T>> {
  const page = readPage(args);
  const isDescending = page.isBackward !== isNewestFirst;
  const argument = page.isBackward ? 'before' : 'after';
  const isId = (value: string | number) => isUuid(String(value));
  const from =
    page.cursor === null ? undefined : decodeCursor(page.cursor, 'id', argument, isId).id;
  const rows = await find({
    where: from ? { id: isDescending ? { lt: from } : { gt: from } } : {},
    orderBy: { id: isDescending ? 'desc' : 'asc' },
    skip: page.offset,
    take: page.limit + 1,
  });
  const shown = rows.slice(0, page.limit);
  if (page.isBackward) shown.reverse();
  const cursorOf = ({ id }: T) => encodeCursor({ order: 'id', value: id, id });
  return toListing(page, shown, rows.length > page.limit, cursorOf, countTotal);
}
