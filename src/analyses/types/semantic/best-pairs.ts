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
    offer(one: number, other: number, cosine: number, isSameAnswer: boolean): void {
      if (worst && isBefore(worst, one, other, cosine)) return;
      pairs.push({ one, other, cosine, isSameAnswer });
      if (pairs.length >= 2 * kept) cut();
    },
    /** The nearest first. */
    read(): readonly Pair[] {
      cut();
      return pairs;
    },
  };
}

/** Asked of every near pair, most of which are not worth an object. */
function isBefore(pair: Pair, one: number, other: number, cosine: number): boolean {
  if (pair.cosine !== cosine) return pair.cosine > cosine;
  return pair.one < one || (pair.one === one && pair.other < other);
}

function compare(one: Pair, other: Pair): number {
  return other.cosine - one.cosine || one.one - other.one || one.other - other.other;
}
