/**
 * A sorted list of words in ASCII, as bytes: a tenth of the memory of strings, and a thread can hand it
 * over without copying.
 */
export type PackedWords = Uint8Array<ArrayBuffer>;

const newline = 0x0a;

/** The words must be sorted by code unit, and not contain line breaks. */
export function packWords(words: readonly string[]): PackedWords {
  return new TextEncoder().encode(`\n${words.join('\n')}\n`);
}

/** Binary search over the bytes. */
export function hasPackedWord(packed: PackedWords, word: string): boolean {
  if (word === '') return false;
  let [low, high] = [0, packed.length - 1];
  // The word, if it is listed, begins after a line break at or after `low` and before `high`.
  while (low < high) {
    const start = packed.lastIndexOf(newline, (low + high) >> 1) + 1;
    const order = compareAt(packed, start, word);
    if (order === 0) return true;
    if (order < 0) low = packed.indexOf(newline, start);
    else high = start - 1;
  }
  return false;
}

/** Below 0 if the listed word that begins here comes before the given one. */
function compareAt(packed: PackedWords, start: number, word: string): number {
  for (let at = 0; at < word.length; at += 1) {
    const listed = packed[start + at] ?? newline;
    // A line break is lower than any letter: a shorter word comes first.
    if (listed !== word.charCodeAt(at)) return listed - word.charCodeAt(at);
  }
  return (packed[start + word.length] ?? newline) === newline ? 0 : 1;
}
