import { aliases } from './aliases.ts';
import type { CanonicalWord } from './canonical-word.ts';

/** Replaces phrases by the first of their line, the longest of those that fit. */
export function createPhraseReplacer(
  lines: readonly (readonly string[])[],
  mayReplace: (
    phrase: readonly CanonicalWord[],
    before: CanonicalWord | undefined,
  ) => boolean = () => true,
): (words: readonly CanonicalWord[]) => CanonicalWord[] {
  /** Made at first use: there are thousands of phrases. */
  let phrases: ReturnType<typeof indexPhrases> | undefined;
  return (words) => {
    phrases ??= indexPhrases(lines);
    const read: CanonicalWord[] = [];
    for (let at = 0; at < words.length; ) {
      const word = words[at];
      if (!word) break;
      const found = phrases
        .get(word.form)
        ?.find(
          ({ words: phrase }) =>
            phrase.every((form, next) => words[at + next]?.form === form) &&
            mayReplace(words.slice(at, at + phrase.length), words[at - 1]),
        );
      if (!found) {
        read.push(word);
        at += 1;
        continue;
      }
      const isCapitalized = words
        .slice(at, at + found.words.length)
        .some((each) => each.isCapitalized && !each.isFirst);
      for (const form of found.forms) {
        read.push({ ...word, form, isCapitalized, isFirst: word.isFirst && !isCapitalized });
      }
      at += found.words.length;
    }
    return read;
  };
}

interface Phrase {
  readonly words: readonly string[];
  readonly forms: readonly string[];
}

/** By their first words, the longest first. */
function indexPhrases(lines: readonly (readonly string[])[]): Map<string, Phrase[]> {
  const phrasesByFirst = new Map<string, Phrase[]>();
  for (const [form = '', ...others] of lines) {
    const forms = form === '' ? [] : form.split(' ');
    for (const phrase of others) {
      const words = phrase.split(' ');
      const first = words[0] ?? '';
      const known = phrasesByFirst.get(first) ?? [];
      known.push({ words, forms });
      phrasesByFirst.set(
        first,
        known.sort((one, other) => other.words.length - one.words.length),
      );
    }
  }
  return phrasesByFirst;
}

/** Replaces the other names of a thing by one of them: "United Kingdom" and "UK" are alike. */
export const canonicalPhrases = createPhraseReplacer(
  aliases,
  ([word, ...rest], before) =>
    rest.length > 0 ||
    word === undefined ||
    word.form.length > 3 ||
    word.isCapitalized ||
    isUnit(before),
);

/** Abbreviations of units are in lower case, after a number. */
function isUnit(before: CanonicalWord | undefined): boolean {
  return before !== undefined && /^[\d.]+$/.test(before.form);
}
