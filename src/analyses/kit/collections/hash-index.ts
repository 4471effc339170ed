import { grow } from './growable-array.ts';

/**
 * Assigns consecutive numbers to keys of two 32-bit halves, by first occurrence. Lookups dominate
 * the cost of reading, so a slot is small: one half of the key and the number; the other half is
 * compared only if the first matches.
 */
export class HashIndex {
  size = 0;
  private mask = 1023;
  private slots = new Int32Array(2048);
  private ones = new Int32Array(512);

  numberOf(one: number, two: number): number {
    const { slots, ones, mask } = this;
    let at = hashKey(one, two) & mask;
    for (;;) {
      const next = slots[2 * at + 1] ?? 0;
      if (next === 0) return this.add(at, one, two);
      if (slots[2 * at] === two && ones[next - 1] === one) return next - 1;
      at = (at + 1) & mask;
    }
  }

  /** The first half of each key, by number: independent of the order of the keys. */
  keys(): Int32Array {
    return this.ones.slice(0, this.size);
  }

  private add(at: number, one: number, two: number): number {
    if (this.size === this.ones.length) {
      this.grow();
      return this.numberOf(one, two);
    }
    this.ones[this.size] = one;
    this.slots[2 * at] = two;
    this.size += 1;
    this.slots[2 * at + 1] = this.size;
    return this.size - 1;
  }

  private grow(): void {
    const old = this.slots;
    this.slots = new Int32Array(old.length * 2);
    this.mask = this.mask * 2 + 1;
    const ones = grow(Int32Array, this.ones, 2 * this.size);
    this.ones = ones;
    for (let from = 0; from < old.length; from += 2) {
      const next = old[from + 1] ?? 0;
      if (next === 0) continue;
      const two = old[from] ?? 0;
      let at = hashKey(ones[next - 1] ?? 0, two) & this.mask;
      while (this.slots[2 * at + 1] !== 0) at = (at + 1) & this.mask;
      this.slots[2 * at] = two;
      this.slots[2 * at + 1] = next;
    }
  }
}

function hashKey(one: number, two: number): number {
  const mixed = Math.imul(one ^ (two >>> 15), 0x9e3779b1) ^ two;
  return mixed ^ (mixed >>> 16);
}
