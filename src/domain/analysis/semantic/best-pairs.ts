export interface Pair {
  readonly one: number;
  readonly other: number;
  readonly cosine: number;
  readonly isSameAnswer: boolean;
}

/** Keeps the nearest pairs of as many as there may be, in memory for twice those kept. */
export function createBestPairs(kept: number) {
  let pairs: Pair[] = [];
  let worst: Pair | undefined;

  function cut(): void {
    pairs.sort(compare);
    pairs = pairs.slice(0, kept);
    worst = pairs.length === kept ? pairs.at(-1) : undefined;
  }

  return {
    offer(pair: Pair): void {
      if (worst && compare(worst, pair) < 0) return;
      pairs.push(pair);
      if (pairs.length >= 2 * kept) cut();
    },
    /** The nearest first. */
    read(): readonly Pair[] {
      cut();
      return pairs;
    },
  };
}

function compare(one: Pair, other: Pair): number {
  return other.cosine - one.cosine || one.one - other.one || one.other - other.other;
}
