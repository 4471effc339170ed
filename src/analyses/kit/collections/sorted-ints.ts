/** Below this length an insertion sort is faster than a call of the built-in sort. */
const maxInsertionSort = 40;

/** Sorts words[from…end) in place. */
export function sortRange(words: Int32Array, from: number, end: number): void {
  if (end - from > maxInsertionSort) {
    words.subarray(from, end).sort();
    return;
  }
  for (let at = from + 1; at < end; at += 1) {
    const word = words[at] ?? 0;
    let slot = at;
    for (; slot > from && (words[slot - 1] ?? 0) > word; slot -= 1) {
      words[slot] = words[slot - 1] ?? 0;
    }
    words[slot] = word;
  }
}

/** Removes repetitions from the first `length` words, which are sorted; returns the new length. */
export function dedupeSorted(words: Int32Array, length: number): number {
  let distinct = Math.min(length, 1);
  for (let at = 1; at < length; at += 1) {
    const word = words[at] ?? 0;
    if (word === words[distinct - 1]) continue;
    words[distinct] = word;
    distinct += 1;
  }
  return distinct;
}
