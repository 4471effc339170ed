import { grow } from './growable-array.ts';

/**
 * Assigns consecutive numbers to pairs of integers, by first occurrence. An open-addressing table
 * of typed arrays, because a Map of a million pairs is slow and large.
 */
export function createPairIndex() {
  let mask = 0xffff;
  let slots = new Int32Array(mask + 1);
  let firsts = new Int32Array(1 << 15);
  let seconds = new Int32Array(1 << 15);
  let size = 0;

  const slotOf = (first: number, second: number): number => {
    let slot = hashPair(first, second) & mask;
    for (;;) {
      const number = (slots[slot] ?? 0) - 1;
      if (number < 0 || (firsts[number] === first && seconds[number] === second)) return slot;
      slot = (slot + 1) & mask;
    }
  };

  const rehash = () => {
    mask = mask * 2 + 1;
    slots = new Int32Array(mask + 1);
    firsts = grow(Int32Array, firsts, 2 * size);
    seconds = grow(Int32Array, seconds, 2 * size);
    for (let number = 0; number < size; number += 1) {
      slots[slotOf(firsts[number] ?? 0, seconds[number] ?? 0)] = number + 1;
    }
  };

  return {
    /** The number of the pair, a new one on first occurrence. */
    add(first: number, second: number): number {
      const slot = slotOf(first, second);
      const number = (slots[slot] ?? 0) - 1;
      if (number >= 0) return number;
      slots[slot] = size + 1;
      firsts[size] = first;
      seconds[size] = second;
      size += 1;
      // A load factor of at most one half keeps probe sequences short.
      if (size === firsts.length) rehash();
      return size - 1;
    },
    /** The number of the pair, −1 if it was not added. */
    find: (first: number, second: number) => (slots[slotOf(first, second)] ?? 0) - 1,
    first: (number: number) => firsts[number] ?? 0,
    second: (number: number) => seconds[number] ?? 0,
    get size() {
      return size;
    },
  };
}

function hashPair(first: number, second: number): number {
  let hash = Math.imul(first ^ 0x9e3779b9, 0x85ebca6b) ^ Math.imul(second + 0x165667b1, 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}
