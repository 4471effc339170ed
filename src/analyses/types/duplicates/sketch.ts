import { mixBits } from '../../kit/collections/mix-bits.ts';

const emptySlot = 0x7fffffff;
const valueBits = 21;
const valueMask = (1 << valueBits) - 1;

/**
 * MinHash signatures by fast similarity sketching (Dahlgaard, Knudsen and Thorup 2017): two sets
 * agree in each slot with a probability equal to their Jaccard similarity, as with one permutation
 * per slot, but each round hashes all members into the slots, until no slot is empty. This takes
 * about slots · ln(slots) steps instead of slots · members.
 */
export function createSketcher(hashes: Int32Array, slots: number, seed: number) {
  const members = hashes.map((hash) => mixBits(hash ^ mixBits(seed)));
  const rounds = Int32Array.from({ length: 2 * slots }, (_, round) =>
    mixBits(mixBits(seed) + round + 1),
  );
  const sketch = new Int32Array(slots);
  let setHashes = new Int32Array(1024);
  return {
    /** The sketch of the set in grams[from…end), in a buffer that the next call overwrites. */
    sketch(grams: Int32Array, from: number, end: number): Int32Array {
      const size = end - from;
      if (setHashes.length < size) setHashes = new Int32Array(size * 2);
      for (let at = 0; at < size; at += 1) setHashes[at] = members[grams[from + at] ?? 0] ?? 0;
      sketch.fill(emptySlot);
      let empty = size === 0 ? 0 : slots;
      for (let round = 0; round < slots && empty > 0; round += 1) {
        empty -= fillBins(setHashes, size, rounds[round] ?? 0, round, sketch);
      }
      // Slots that are still empty for a small set are filled one by one.
      for (let slot = 0; slot < slots && empty > 0; slot += 1) {
        const key = rounds[slots + slot] ?? 0;
        if (sketch[slot] === emptySlot) sketch[slot] = minHash(setHashes, size, key, slots + slot);
      }
      return sketch;
    },
  };
}

/** Values of an earlier round are less than those of a later one, so a filled slot keeps its round. */
function fillBins(
  setHashes: Int32Array,
  size: number,
  key: number,
  round: number,
  sketch: Int32Array,
): number {
  const slots = sketch.length;
  const base = round << valueBits;
  let filled = 0;
  for (let at = 0; at < size; at += 1) {
    let hash = Math.imul((setHashes[at] ?? 0) ^ key, 0x9e3779b1);
    hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
    const slot = ((hash >>> 16) * slots) >>> 16;
    const value = base | ((hash ^ (hash >>> 13)) & valueMask);
    const before = sketch[slot] ?? 0;
    if (value >= before) continue;
    sketch[slot] = value;
    if (before === emptySlot) filled += 1;
  }
  return filled;
}

function minHash(setHashes: Int32Array, size: number, key: number, round: number): number {
  let min = emptySlot;
  for (let at = 0; at < size; at += 1) {
    const value = (round << valueBits) | (mixBits((setHashes[at] ?? 0) ^ key) & valueMask);
    if (value < min) min = value;
  }
  return min;
}
