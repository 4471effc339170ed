/** The nearest neighbors of each question, by descending cosine; ties by index. */
export interface Nearest {
  /** The cosine a new neighbor must reach, per question; −∞ until the list is full. */
  readonly minCosines: Float64Array;
  offer(row: number, other: number, cosine: number): void;
  /** Nearest first. */
  listOf(row: number): { other: number; cosine: number }[];
}

export function createNearest(rows: number, kept: number): Nearest {
  const others = new Int32Array(rows * kept);
  const cosines = new Float64Array(rows * kept);
  const counts = new Int32Array(rows);
  const minCosines = new Float64Array(rows).fill(Number.NEGATIVE_INFINITY);

  /** Whether the entry in this slot ranks before the new one. */
  function ranksBefore(slot: number, other: number, cosine: number): boolean {
    const present = cosines[slot] ?? 0;
    return present > cosine || (present === cosine && (others[slot] ?? 0) < other);
  }

  return {
    minCosines,
    offer(row, other, cosine) {
      const first = row * kept;
      const count = counts[row] ?? 0;
      const last = first + kept - 1;
      if (count === kept && ranksBefore(last, other, cosine)) return;
      let slot = Math.min(first + count, last);
      for (; slot > first && !ranksBefore(slot - 1, other, cosine); slot -= 1) {
        others[slot] = others[slot - 1] ?? 0;
        cosines[slot] = cosines[slot - 1] ?? 0;
      }
      others[slot] = other;
      cosines[slot] = cosine;
      if (count < kept) counts[row] = count + 1;
      if (counts[row] === kept) minCosines[row] = cosines[last] ?? 0;
    },
    listOf(row) {
      return Array.from({ length: counts[row] ?? 0 }, (_, index) => ({
        other: others[row * kept + index] ?? 0,
        cosine: cosines[row * kept + index] ?? 0,
      }));
    },
  };
}
