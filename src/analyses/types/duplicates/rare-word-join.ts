import { canConflict, countValues, type StemContents } from './stem-contents.ts';

/** Of the words of a stem that others have too, so many of the rarest are looked up; more among few questions. */
const maxRarest = 3;
const fewStems = { count: 3000, maxRarest: 6, minShare: { shorter: 0.15, longer: 0.08 } };

/** A word of more stems says too little about any of them. */
const maxPostings = 50;

/** The least share of the weight of the words of the shorter and of the longer stem that both have. */
const minShare = { shorter: 0.3, longer: 0.15 };

/**
 * Visits the pairs of stems that share a rare word and enough of the weight of their words, though few of
 * their words: "the main ingredient of hummus", "hummus is mostly made from". Only those that may be one
 * question with two answers: others with the same answer are found by it.
 */
export function joinByRareWords(
  contents: StemContents,
  isAnswered: (stem: number) => boolean,
  poll: (steps: number) => void,
  visit: (one: number, other: number) => void,
): void {
  const { words } = contents;
  const { values, starts } = words;
  // The fewer stems have a word, the more it says.
  const frequencies = countValues(values);
  const weights = Float64Array.from(frequencies, (stems) =>
    Math.log(1 + words.count / Math.max(1, stems)),
  );
  const totals = new Float64Array(words.count);
  const postings = new Map<number, number[]>();
  const own = new Set<number>();
  const areFew = words.count <= fewStems.count;
  const rarest = areFew ? fewStems.maxRarest : maxRarest;
  const least = areFew ? fewStems.minShare : minShare;
  for (let stem = 0; stem < words.count; stem += 1) {
    if (contents.askedOf[stem] === 0 || !isAnswered(stem)) continue;
    const list = values.slice(starts[stem] ?? 0, starts[stem + 1] ?? 0);
    list.sort((one, other) => (weights[other] ?? 0) - (weights[one] ?? 0) || one - other);
    own.clear();
    for (const word of list) {
      own.add(word);
      totals[stem] = (totals[stem] ?? 0) + (weights[word] ?? 0);
    }
    const seen = new Set<number>();
    const isShared = (word: number) => (frequencies[word] ?? 0) > 1;
    for (const word of list.filter(isShared).subarray(0, rarest)) {
      const before = postings.get(word) ?? [];
      poll(before.length);
      for (const other of before) {
        if (seen.has(other)) continue;
        seen.add(other);
        if (!canConflict(contents, stem, other)) continue;
        // Judging them costs more than it finds, but among few questions.
        if (!areFew && haveOtherMarks(contents, stem, other)) continue;
        let shared = 0;
        for (let at = starts[other] ?? 0; at < (starts[other + 1] ?? 0); at += 1) {
          const each = values[at] ?? 0;
          if (own.has(each)) shared += weights[each] ?? 0;
        }
        const [left, right] = [totals[stem] ?? 0, totals[other] ?? 0];
        if (shared < least.shorter * Math.min(left, right)) continue;
        if (shared >= least.longer * Math.max(left, right)) visit(other, stem);
      }
      if (before.length < maxPostings) before.push(stem);
      postings.set(word, before);
    }
  }
}

/** Whether each has a name or number that is no word of the other. */
function haveOtherMarks(contents: StemContents, one: number, other: number): boolean {
  return hasOther(contents, one, other) && hasOther(contents, other, one);
}

function hasOther({ marks, words }: StemContents, one: number, other: number): boolean {
  const [from, end] = [words.starts[other] ?? 0, words.starts[other + 1] ?? 0];
  for (let at = marks.starts[one] ?? 0; at < (marks.starts[one + 1] ?? 0); at += 1) {
    let next = from;
    while (next < end && words.values[next] !== marks.values[at]) next += 1;
    if (next === end) return true;
  }
  return false;
}
