/** mulberry32: small, fast and reproducible; numbers in [0, 1). */
export function createRandom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Fisher–Yates shuffle, in place. */
export function shuffle<T extends Int32Array | number[]>(values: T, random: () => number): T {
  for (let last = values.length - 1; last > 0; last -= 1) {
    const at = Math.floor(random() * (last + 1));
    const swapped = values[last] ?? 0;
    values[last] = values[at] ?? 0;
    values[at] = swapped;
  }
  return values;
}
