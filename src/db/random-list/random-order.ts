import type { RandomPlace } from './random-cursor.ts';
import { SeededPermutation } from './seeded-permutation.ts';
import { cellBits, cellOf, numberOf, slotOf } from './slots.ts';

/** In a smaller space, the permutation would not mix well. */
const minBits = 16;

/** The highest number within each cell that has questions. */
export type Tops = ReadonlyMap<number, number>;

/** The smallest space that has room for the slots of these cells. */
export function bitsFor(tops: Tops): number {
  const highest = Math.max(0, ...tops.values());
  return Math.max(minBits, cellBits + 32 - Math.clz32(highest));
}

/**
 * The random order that a seed gives: a permutation of the slots. Which slots come next is computed, without
 * looking at the questions.
 */
export class RandomOrder {
  readonly bits: number;
  readonly #permutation: SeededPermutation;
  readonly #shift: number;

  constructor(seed: string, bits: number) {
    this.bits = bits;
    this.#permutation = new SeededPermutation(seed, bits);
    this.#shift = bits - cellBits;
  }

  get last(): number {
    return this.#permutation.mask;
  }

  /** The numbers of a cell that have positions. */
  get maxNumber(): number {
    return 2 ** this.#shift - 1;
  }

  positionOf(slot: number): number {
    return this.#permutation.positionOf((cellOf(slot) << this.#shift) | numberOf(slot));
  }

  slotAt(position: number): number {
    const value = this.#permutation.slotAt(position);
    return slotOf(value >>> this.#shift, value & this.maxNumber);
  }

  /** The slots from a place on, up to a number in each cell. */
  *walk(from: RandomPlace | null, isBackward: boolean, tops: Tops): Generator<number> {
    const step = isBackward ? -1 : 1;
    const start = from ? from.position + step : isBackward ? this.last : 0;
    const limits = Array.from({ length: 2 ** cellBits }, (_, cell) => tops.get(cell) ?? -1);
    for (let at = start; at >= 0 && at <= this.last; at += step) {
      const value = this.#permutation.slotAt(at);
      const [cell, number] = [value >>> this.#shift, value & this.maxNumber];
      if (number <= (limits[cell] ?? -1)) yield slotOf(cell, number);
    }
  }
}
