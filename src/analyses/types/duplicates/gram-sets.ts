import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import type { StemGrams } from './gram-index.ts';
import { orderBy, ranksIn } from './stable-order.ts';

/** Each set has a 128-bit parity sketch of four words. */
const parityWords = 4;
const parityShift = 32 - 7;
const setsBetweenPolls = 2000;

/**
 * Sets of n-grams to join, ordered by size. For the prefix join n-grams are numbered by rarity and
 * every set is sorted, rarest first; other joins read few sets, which are sorted on demand.
 */
export interface GramSets {
  readonly count: number;
  /** The stem of each set. */
  readonly stems: Int32Array;
  readonly grams: Int32Array;
  readonly starts: Int32Array;
  readonly sizes: Int32Array;
  /** A hash of each n-gram that does not depend on the order of the questions. */
  readonly hashes: Int32Array;
  readonly parities: Int32Array;
  readonly isSorted: Uint8Array;
}

export function buildGramSets(
  { lists, frequencies, keys }: StemGrams,
  stemKeys: Int32Array,
  isByRarity: boolean,
  control: AnalysisControl,
): GramSets {
  const { count, values, starts: sources } = lists;
  const sizesOfStems = new Int32Array(count);
  for (let stem = 0; stem < count; stem += 1) {
    sizesOfStems[stem] = (sources[stem + 1] ?? 0) - (sources[stem] ?? 0);
  }
  const stems = orderBy(sizesOfStems, stemKeys);
  const order = isByRarity ? orderBy(frequencies, keys) : undefined;
  const ranks = order && ranksIn(order);
  const [sizes, starts] = [new Int32Array(count), new Int32Array(count + 1)];
  const sets: GramSets = {
    count,
    stems,
    sizes,
    starts,
    grams: new Int32Array(values.length),
    hashes: order ? order.map((gram) => keys[gram] ?? 0) : keys,
    parities: new Int32Array(count * parityWords),
    isSorted: new Uint8Array(count),
  };
  for (let set = 0; set < count; set += 1) {
    if (set % setsBetweenPolls === 0) throwIfAborted(control);
    const stem = stems[set] ?? 0;
    sizes[set] = sizesOfStems[stem] ?? 0;
    starts[set + 1] = (starts[set] ?? 0) + (sizesOfStems[stem] ?? 0);
    fillSet(sets, set, values, sources[stem] ?? 0, ranks);
    if (isByRarity) sortSet(sets, set);
  }
  return sets;
}

function fillSet(
  { grams, starts, sizes, parities }: GramSets,
  set: number,
  values: Int32Array,
  source: number,
  ranks: Int32Array | undefined,
): void {
  const from = starts[set] ?? 0;
  const size = sizes[set] ?? 0;
  for (let at = 0; at < size; at += 1) {
    const value = values[source + at] ?? 0;
    const gram = ranks ? (ranks[value] ?? 0) : value;
    const bit = Math.imul(gram + 1, 0x9e3779b1) >>> parityShift;
    const word = set * parityWords + (bit >>> 5);
    parities[word] = (parities[word] ?? 0) ^ (1 << (bit & 31));
    grams[from + at] = gram;
  }
}

/** Must be called before `overlapOf` for sets that may not be sorted yet. */
export function sortSet({ grams, starts, isSorted }: GramSets, set: number): void {
  if (isSorted[set] === 1) return;
  grams.subarray(starts[set] ?? 0, starts[set + 1] ?? 0).sort();
  isSorted[set] = 1;
}

/**
 * An upper bound of the overlap of two sets: each differing parity bit is due to at least one
 * n-gram that only one of them contains. Much cheaper than the exact overlap.
 */
export function overlapBound({ parities, sizes }: GramSets, one: number, other: number): number {
  const left = one * parityWords;
  const right = other * parityWords;
  const differing =
    countBits((parities[left] ?? 0) ^ (parities[right] ?? 0)) +
    countBits((parities[left + 1] ?? 0) ^ (parities[right + 1] ?? 0)) +
    countBits((parities[left + 2] ?? 0) ^ (parities[right + 2] ?? 0)) +
    countBits((parities[left + 3] ?? 0) ^ (parities[right + 3] ?? 0));
  return ((sizes[one] ?? 0) + (sizes[other] ?? 0) - differing) >> 1;
}

function countBits(bits: number): number {
  const pairs = bits - ((bits >>> 1) & 0x55555555);
  const fours = (pairs & 0x33333333) + ((pairs >>> 2) & 0x33333333);
  return Math.imul((fours + (fours >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}

/**
 * The number of n-grams two sets share, or −1 as soon as it must be less than `minOverlap`.
 * `skipOne` and `skipOther` leading n-grams known not to be shared are skipped.
 */
export function overlapOf(
  { grams, starts }: GramSets,
  one: number,
  other: number,
  minOverlap: number,
  skipOne = 0,
  skipOther = 0,
): number {
  const leftEnd = starts[one + 1] ?? 0;
  const rightEnd = starts[other + 1] ?? 0;
  let left = (starts[one] ?? 0) + skipOne;
  let right = (starts[other] ?? 0) + skipOther;
  let leftSpare = leftEnd - left - minOverlap;
  let rightSpare = rightEnd - right - minOverlap;
  if (leftSpare < 0 || rightSpare < 0) return -1;
  let shared = 0;
  while (left < leftEnd && right < rightEnd) {
    const a = grams[left] ?? 0;
    const b = grams[right] ?? 0;
    if (a === b) {
      shared += 1;
      left += 1;
      right += 1;
    } else if (a < b) {
      left += 1;
      leftSpare -= 1;
      if (leftSpare < 0) return -1;
    } else {
      right += 1;
      rightSpare -= 1;
      if (rightSpare < 0) return -1;
    }
  }
  return shared;
}

/** Two empty sets are equal. */
export function jaccardOf(shared: number, one: number, other: number): number {
  const union = one + other - shared;
  return union === 0 ? 1 : shared / union;
}
