import type { IntLists } from '../../kit/collections/int-lists.ts';

/** Two stems that share this part of the words of the longer one are candidates. */
const minOverlap = 0.6;

/** A word of more stems says too little about any of them. */
const maxPostings = 50;

/**
 * Visits the pairs of stems that have most of their content words in common, in whatever order. Such a
 * pair shares one of the rarest words of each, enough of them that the others cannot make up for it.
 * Words that many stems have are skipped.
 */
export function joinByOverlap(
  words: IntLists,
  stems: number,
  poll: (steps: number) => void,
  visit: (one: number, other: number) => void,
): void {
  const prefixes = rarestWords(words, stems);
  const postings = new Map<number, number[]>();
  for (let stem = 0; stem < stems; stem += 1) {
    const seen = new Set<number>();
    for (const word of prefixes(stem)) {
      const before = postings.get(word) ?? [];
      poll(before.length);
      for (const other of before) {
        if (seen.has(other)) continue;
        seen.add(other);
        if (shareMost(words, other, stem)) visit(other, stem);
      }
      if (before.length < maxPostings) before.push(stem);
      postings.set(word, before);
    }
  }
}

/** The words of a stem of which it shares at least one with each stem it overlaps with. */
function rarestWords({ values, starts }: IntLists, stems: number): (stem: number) => Int32Array {
  let distinct = 0;
  for (const value of values) distinct = Math.max(distinct, value + 1);
  const frequency = new Int32Array(distinct);
  for (const value of values) frequency[value] = (frequency[value] ?? 0) + 1;
  return (stem) => {
    if (stem >= stems) return new Int32Array();
    const own = values.slice(starts[stem] ?? 0, starts[stem + 1] ?? 0);
    own.sort((one, other) => (frequency[one] ?? 0) - (frequency[other] ?? 0) || one - other);
    return own.subarray(0, own.length - Math.ceil(minOverlap * own.length) + 1);
  };
}

function shareMost({ values, starts }: IntLists, one: number, other: number): boolean {
  const [first, last] = [starts[one] ?? 0, starts[one + 1] ?? 0];
  const [from, end] = [starts[other] ?? 0, starts[other + 1] ?? 0];
  const needed = minOverlap * Math.max(last - first, end - from);
  if (Math.min(last - first, end - from) < needed) return false;
  let common = 0;
  for (let at = first; at < last; at += 1) {
    for (let next = from; next < end; next += 1) if (values[at] === values[next]) common += 1;
  }
  return common > 1 && common >= needed;
}
