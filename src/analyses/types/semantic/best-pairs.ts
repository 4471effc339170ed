export interface Pair {
  readonly one: number;
  readonly other: number;
  readonly cosine: number;
  readonly isSameAnswer: boolean;
}

/** Keeps the `kept` nearest pairs, using memory for twice as many. */
export function createBestPairs(kept: number) {
  let pairs: Pair[] = [];
  let lastKept: Pair | undefined;

  function cut(): void {
    pairs.sort(compare);
    pairs = pairs.slice(0, kept);
    lastKept = pairs.length === kept ? pairs.at(-1) : undefined;
  }

  return {
    offer(one: number, other: number, cosine: number, isSameAnswer: boolean): void {
      if (lastKept && isBefore(lastKept, one, other, cosine)) return;
      pairs.push({ one, other, cosine, isSameAnswer });
      if (pairs.length >= 2 * kept) cut();
    },
    /** Nearest first. */
    read(): readonly Pair[] {
      cut();
      return pairs;
    },
  };
}

/** Called for every near pair; avoids allocating an object for most. */
function isBefore(pair: Pair, one: number, other: number, cosine: number): boolean {
  if (pair.cosine !== cosine) return pair.cosine > cosine;
  return pair.one < one || (pair.one === one && pair.other < other);
}

function compare(one: Pair, other: Pair): number {
  return other.cosine - one.cosine || one.one - other.one || one.other - other.other;
}
