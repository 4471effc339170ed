import { setImmediate } from 'node:timers/promises';
import type { RandomPlace } from './random-cursor.ts';
import type { RandomOrder } from './random-order.ts';
import { numberOf } from './slots.ts';

/** Slots with a number from 0 to 31 more than 32 times the word, for each bit that is set. */
export interface SurveyRow {
  readonly word: number;
  readonly bits: number;
}

interface Wanted {
  readonly from: RandomPlace | null;
  readonly isBackward: boolean;
  readonly offset: number;
  readonly limit: number;
}

/** Rows between two turns of the event loop. */
const rowsPerTurn = 4000;
const bucketBits = 12;

/**
 * The slots of a page among all slots of matching questions, without sorting them: positions are spread evenly,
 * so that counting them by their higher bits tells which few the page is among.
 */
export async function choosePage(
  rows: readonly SurveyRow[],
  order: RandomOrder,
  { from, isBackward, offset, limit }: Wanted,
): Promise<number[]> {
  const placeOf = (position: number) => (isBackward ? order.last - position : position);
  const after = from ? placeOf(from.position) : -1;
  const shift = order.bits - bucketBits;
  const counts = new Uint32Array(2 ** bucketBits);
  await forEachSlot(rows, order, (slot) => {
    const place = placeOf(order.positionOf(slot));
    if (place > after) (counts[place >>> shift] as number) += 1;
  });
  let [first, before] = [0, 0];
  while (first < counts.length && before + (counts[first] ?? 0) <= offset) {
    before += counts[first] ?? 0;
    first += 1;
  }
  let [last, within] = [first, before];
  while (last < counts.length && within < offset + limit) {
    within += counts[last] ?? 0;
    last += 1;
  }
  const places: number[] = [];
  await forEachSlot(rows, order, (slot) => {
    const place = placeOf(order.positionOf(slot));
    const bucket = place >>> shift;
    if (place > after && bucket >= first && bucket < last) places.push(place);
  });
  places.sort((one, other) => one - other);
  return places
    .slice(offset - before, offset - before + limit)
    .map((place) => order.slotAt(placeOf(place)));
}

/** Those that have a position in the order. */
async function forEachSlot(
  rows: readonly SurveyRow[],
  { maxNumber }: RandomOrder,
  visit: (slot: number) => void,
): Promise<void> {
  for (const [index, { word, bits }] of rows.entries()) {
    if (index % rowsPerTurn === rowsPerTurn - 1) await setImmediate();
    for (let left = bits; left !== 0; left &= left - 1) {
      const slot = word * 32 + 31 - Math.clz32(left & -left);
      if (numberOf(slot) <= maxNumber) visit(slot);
    }
  }
}
