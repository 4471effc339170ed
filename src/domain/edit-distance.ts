/**
 * The number of typing errors that make one word of another: a letter that is missing, added, another
 * one, or swapped with its neighbor (Damerau and Levenshtein, no letter edited twice). Returns `max + 1`
 * for more than `max` of them.
 */
export function countTypos(one: string, other: string, max: number): number {
  const [from, to] = [[...one], [...other]];
  if (Math.abs(from.length - to.length) > max) return max + 1;
  let beforeLast: number[] = [];
  let last = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let row = 1; row <= from.length; row += 1) {
    const now = [row];
    for (let at = 1; at <= to.length; at += 1) {
      const isSame = from[row - 1] === to[at - 1];
      const replaced = (last[at - 1] ?? 0) + (isSame ? 0 : 1);
      let least = Math.min(replaced, (last[at] ?? 0) + 1, (now[at - 1] ?? 0) + 1);
      const isSwapped = from[row - 1] === to[at - 2] && from[row - 2] === to[at - 1];
      if (row > 1 && at > 1 && isSwapped) least = Math.min(least, (beforeLast[at - 2] ?? 0) + 1);
      now.push(least);
    }
    if (Math.min(...now) > max) return max + 1;
    [beforeLast, last] = [last, now];
  }
  return Math.min(last[to.length] ?? 0, max + 1);
}

/** Levenshtein's distance. */
export function editDistance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (let i = 1; i <= one.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[other.length] ?? 0;
}
