/** The nearest neighbors of each question, by descending cosine; ties by index. */
export interface Nearest {
  /** The cosine a new neighbor must reach, per question; −∞ until the list is full. */
  readonly bars: Float64Array;
  offer(row: number, other: number, cosine: number): void;
  /** Nearest first. */
  listOf(row: number): { other: number; cosine: number }[];
}

export function createNearest(rows: number, kept: number): Nearest {
  const others = new Int32Array(rows * kept);
  const cosines = new Float64Array(rows * kept);
  const counts = new Int32Array(rows);
  const bars = new Float64Array(rows).fill(Number.NEGATIVE_INFINITY);

  /** Whether the entry in this slot ranks before the new one. */
  function staysBefore(place: number, other: number, cosine: number): boolean {
    const present = cosines[place] ?? 0;
    return present > cosine || (present === cosine && (others[place] ?? 0) < other);
  }

  return {
    bars,
    offer(row, other, cosine) {
      const first = row * kept;
      const count = counts[row] ?? 0;
      const last = first + kept - 1;
      if (count === kept && staysBefore(last, other, cosine)) return;
      let place = Math.min(first + count, last);
      for (; place > first && !staysBefore(place - 1, other, cosine); place -= 1) {
        others[place] = others[place - 1] ?? 0;
        cosines[place] = cosines[place - 1] ?? 0;
      }
      others[place] = other;
      cosines[place] = cosine;
      if (count < kept) counts[row] = count + 1;
      if (counts[row] === kept) bars[row] = cosines[last] ?? 0;
    },
    listOf(row) {
      return Array.from({ length: counts[row] ?? 0 }, (_, index) => ({
        other: others[row * kept + index] ?? 0,
        cosine: cosines[row * kept + index] ?? 0,
      }));
    },
  };
}
