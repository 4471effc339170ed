import type { Page } from '../../domain/page.ts';
import type { QuestionFilter } from '../../domain/question-criteria.ts';
import { encodeCursor } from '../cursor.ts';
import type { Database } from '../database.ts';
import { matchesOf, type QuestionPage } from '../question-list.ts';
import { assertSearchable } from '../question-search.ts';
import { countQuestions, recallTotal } from '../total-memory.ts';
import { type RandomPlace, readRandomCursor, toCursor } from './random-cursor.ts';
import { bitsFor, RandomOrder, type Tops } from './random-order.ts';
import { readStatement, type SlotRow } from './random-statements.ts';
import { Batches, isSurveyed, probeSlots, surveySlots, type Walk } from './random-walk.ts';
import { cellsOf, isOfCells, numberOf } from './slots.ts';

export interface RandomQuery {
  readonly filter: QuestionFilter;
  readonly seed: string;
  readonly page: Page;
}

/** The highest slots that were seen, by pool and cell. */
const seenTops = new WeakMap<Database['pool'], Map<number, number>>();

/**
 * Reads one page in the order that the seed gives. A question has a slot, and the seed permutes the slots:
 * which slots come next is computed, and the questions that have them are looked up, so that a page costs
 * about as many index lookups as it has questions. Slots of deleted questions and of questions that do not
 * match are passed over. Where that would be most of them, and far down the list, the slots of all matches
 * are read instead: the order is the same, however it is read.
 */
export async function listRandomly(database: Database, query: RandomQuery): Promise<QuestionPage> {
  const { filter, seed, page } = query;
  if (filter.search !== undefined) {
    const place = { code: 'BAD_REQUEST', path: ['filter', 'search'] } as const;
    await assertSearchable(database, filter.search, place);
  }
  const argument = page.isBackward ? 'before' : 'after';
  const from = page.cursor === null ? null : readRandomCursor(page.cursor, seed, argument);
  const matches = matchesOf(filter);
  if (!isOfCells(filter) && !recallTotal(database, matches)) {
    await countQuestions(database, matches);
  }
  const known = recallTotal(database, matches);
  const { order, drawn, changes } = await draw(database, { ...query, from, total: known?.total });
  const hasMore = drawn.length > page.limit;
  const shown = drawn.slice(0, page.limit);
  if (page.isBackward) shown.reverse();
  const slots = new Map(shown.map(({ id, slot }) => [id, slot]));
  const positionOf = (id: string) => order.positionOf(slots.get(id) ?? 0);
  return {
    questions: shown,
    hasMore,
    cursorOf: ({ id }) =>
      encodeCursor(toCursor({ seed, bits: order.bits, position: positionOf(id), id })),
    countTotal: () =>
      known?.changes === changes ? known.total : countQuestions(database, matches),
  };
}

interface Draw extends RandomQuery {
  readonly from: RandomPlace | null;
  readonly total: number | undefined;
}

interface Outcome {
  readonly order: RandomOrder;
  readonly drawn: readonly SlotRow[];
  readonly changes: string;
}

/** Again when there are other slots than those that were expected. */
async function draw(database: Database, query: Draw): Promise<Outcome> {
  const { filter, seed, from, page, total } = query;
  const cells = cellsOf(filter);
  for (let attempt = 1; ; attempt += 1) {
    const tops = topsOf(database, cells);
    const order = new RandomOrder(seed, from?.bits ?? bitsFor(tops));
    const walk = { database, filter, page, from, order, tops, total, wanted: page.limit + 1 };
    const reading = await readPage(walk, cells);
    if (!reading.tops || attempt === 3) return { ...reading, order };
    const seen = seenTops.get(database.pool) ?? new Map<number, number>();
    for (const [index, cell] of cells.entries()) seen.set(cell, reading.tops[index] ?? -1);
    seenTops.set(database.pool, seen);
  }
}

function topsOf({ pool }: Database, cells: readonly number[]): Tops {
  const seen = seenTops.get(pool);
  const tops = new Map<number, number>();
  for (const cell of cells) {
    const top = seen?.get(cell) ?? -1;
    if (top >= 0) tops.set(cell, numberOf(top));
  }
  return tops;
}

type Reading = Omit<Outcome, 'order'> & Pick<SlotRow, 'tops'>;

async function readPage(walk: Walk, cells: readonly number[]): Promise<Reading> {
  const { database, filter, page, tops, wanted } = walk;
  const expected = cells.map((cell) => seenTops.get(database.pool)?.get(cell) ?? -1);
  const read = async (slots: readonly number[], criteria: QuestionFilter = {}) => {
    const rows = await database.query<SlotRow>(readStatement(criteria, slots, cells, expected));
    const [first] = rows;
    if (!first) throw new Error('A random page returned no row.');
    const places = new Map(slots.map((slot, place) => [slot, place]));
    const drawn = rows
      .filter(({ id }) => id !== null)
      .sort((one, other) => (places.get(one.slot) ?? 0) - (places.get(other.slot) ?? 0));
    return { tops: first.tops, changes: first.changes, drawn };
  };
  if (tops.size === 0) return read([]);
  if (isSurveyed(walk)) return read(await surveySlots(walk));
  if (page.offset > 0) return read(await probeSlots(walk));
  const batches = new Batches(walk);
  const drawn: SlotRow[] = [];
  for (;;) {
    const reading = await read(batches.next(wanted - drawn.length), filter);
    batches.note(reading.drawn.length);
    drawn.push(...reading.drawn);
    if (reading.tops || batches.isAtEnd || drawn.length >= wanted) {
      return { ...reading, drawn: drawn.slice(0, wanted) };
    }
  }
}
