import { aliases } from './aliases.ts';
import type { CanonicalWord } from './canonical-word.ts';

/** The replacements of phrases by their first word, longest first. */
const phrasesByFirst = new Map<string, { words: string[]; form: string }[]>();
for (const [form, ...others] of aliases) {
  for (const phrase of others) {
    const words = phrase.split(' ');
    const first = words[0] ?? '';
    const known = phrasesByFirst.get(first) ?? [];
    known.push({ words, form: form ?? '' });
    phrasesByFirst.set(
      first,
      known.sort((one, other) => other.words.length - one.words.length),
    );
  }
}

/** Replaces the other names of a thing by one of them: "United Kingdom" and "UK" are alike. */
export function canonicalPhrases(words: readonly CanonicalWord[]): CanonicalWord[] {
  const read: CanonicalWord[] = [];
  for (let at = 0; at < words.length; ) {
    const word = words[at];
    if (!word) break;
    const found = phrasesByFirst
      .get(word.form)
      ?.find(
        ({ words: phrase }) =>
          phrase.every((form, next) => words[at + next]?.form === form) &&
          (phrase.length > 1 ||
            word.form.length > 3 ||
            word.isCapitalized ||
            isUnit(words[at - 1])),
      );
    if (!found) {
      read.push(word);
      at += 1;
      continue;
    }
    const isCapitalized = words
      .slice(at, at + found.words.length)
      .some((each) => each.isCapitalized && !each.isFirst);
    for (const form of found.form.split(' ')) {
      read.push({ ...word, form, isCapitalized, isFirst: word.isFirst && !isCapitalized });
    }
    at += found.words.length;
  }
  return read;
}

/** Abbreviations of units are in lower case, after a number. */
function isUnit(before: CanonicalWord | undefined): boolean {
  return before !== undefined && /^[\d.]+$/.test(before.form);
}
