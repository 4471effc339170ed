import { functionWords } from '../kit/text/function-words.ts';

/** The candidates whose texts share the most words with this one, in a cheap comparison. */
export function pickLikely<T extends { readonly questionText: string }>(
  text: string,
  candidates: readonly T[],
  most: { readonly candidates: number; readonly characters: number },
): T[] {
  const words = beginningsOf(text);
  const likeliest = candidates
    .map((candidate) => ({ candidate, share: sharedWords(words, candidate.questionText) }))
    .sort((one, other) => other.share - one.share)
    .slice(0, most.candidates);
  let characters = 0;
  return likeliest.flatMap(({ candidate, share }, index) => {
    characters += candidate.questionText.length;
    const isLikely = share >= minShare && characters <= most.characters;
    return index < minCandidates || isLikely ? [candidate] : [];
  });
}

const minCandidates = 2;
/** Of 4,638 duplicates found in the benchmark of advice, none shared less. */
const minShare = 0.2;

function sharedWords(words: ReadonlySet<string>, text: string): number {
  const others = beginningsOf(text);
  let shared = 0;
  for (const word of others) if (words.has(word)) shared += 1;
  return shared / Math.max(1, words.size, others.size);
}

const wordPattern = /[\p{L}\p{N}]+/gu;
/** Forms of a word usually differ behind this. */
const beginning = 5;

function beginningsOf(text: string): Set<string> {
  const beginnings = new Set<string>();
  for (const word of text.toLowerCase().match(wordPattern) ?? []) {
    if (!functionWords.has(word)) beginnings.add(word.slice(0, beginning));
  }
  return beginnings;
}
