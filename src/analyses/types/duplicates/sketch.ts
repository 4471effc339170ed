import { mixBits } from '../../kit/collections/mix-bits.ts';

const none = 0x7fffffff;
const valueBits = 21;
const valueMask = (1 << valueBits) - 1;

/**
 * MinHash signatures by fast similarity sketching (Dahlgaard, Knudsen and Thorup 2017): two sets
 * agree in each slot with a probability equal to their Jaccard similarity, as with one permutation
 * per slot, but each round hashes all members into the slots, until no slot is empty. This takes
 * about slots · ln(slots) steps instead of slots · members.
 */
export function createSketcher(hashes: Int32Array, places: number, seed: number) {
  const members = hashes.map((hash) => mixBits(hash ^ mixBits(seed)));
  const rounds = Int32Array.from({ length: 2 * places }, (_, round) =>
    mixBits(mixBits(seed) + round + 1),
  );
  const sketch = new Int32Array(places);
  let own = new Int32Array(1024);
  return {
    /** The sketch of the set in grams[from…end), in a buffer that the next call overwrites. */
    sketch(grams: Int32Array, from: number, end: number): Int32Array {
      const size = end - from;
      if (own.length < size) own = new Int32Array(size * 2);
      for (let at = 0; at < size; at += 1) own[at] = members[grams[from + at] ?? 0] ?? 0;
      sketch.fill(none);
      let empty = size === 0 ? 0 : places;
      for (let round = 0; round < places && empty > 0; round += 1) {
        empty -= fillBins(own, size, rounds[round] ?? 0, round, sketch);
      }
      // Slots that are still empty for a small set are filled one by one.
      for (let place = 0; place < places && empty > 0; place += 1) {
        const key = rounds[places + place] ?? 0;
        if (sketch[place] === none) sketch[place] = minHash(own, size, key, places + place);
      }
      return sketch;
    },
  };
}

/** Values of an earlier round are less than those of a later one, so a filled slot keeps its round. */
function fillBins(
  own: Int32Array,
  size: number,
  key: number,
  round: number,
  sketch: Int32Array,
): number {
  const places = sketch.length;
  const base = round << valueBits;
  let filled = 0;
  for (let at = 0; at < size; at += 1) {
    let hash = Math.imul((own[at] ?? 0) ^ key, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    const place = ((hash >>> 16) * places) >>> 16;
    const value = base | ((hash ^ (hash >>> 13)) & valueMask);
    const before = sketch[place] ?? 0;
    if (value >= before) continue;
    sketch[place] = value;
    if (before === none) filled += 1;
  }
  return filled;
}

function minHash(own: Int32Array, size: number, key: number, round: number): number {
  let least = none;
  for (let at = 0; at < size; at += 1) {
    const value = (round << valueBits) | (mixBits((own[at] ?? 0) ^ key) & valueMask);
    if (value < least) least = value;
  }
  return least;
}
