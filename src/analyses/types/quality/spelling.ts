import { knownSlips } from './known-slips.ts';

export interface Spelling {
  isWord(word: string): boolean;
  /** The common word that is probably meant by one that does not exist. */
  correct(word: string, mayBeName?: boolean): string | undefined;
  /** The common word that has two neighboring letters of one that does not exist in the other order. */
  unswap(word: string): string | undefined;
}

/** What the checker knows of words. */
export interface WordLists {
  isWord(word: string): boolean;
  /** In a pronouncing dictionary, which has names too. */
  isPronounced(word: string): boolean;
  readonly easy: ReadonlySet<string>;
}

/** A word list (3 MB, 17 MB in memory) and one of common words, loaded when a run needs them. */
export async function loadSpelling(): Promise<Spelling> {
  const { words, pronunciations, easy } = await importWordLists();
  // A bank repeats most of its words.
  const listed = new Set<string>();
  return createSpelling({
    easy: new Set(easy),
    isPronounced: (word) => Object.hasOwn(pronunciations, word),
    isWord(word) {
      if (listed.has(word)) return true;
      const isFound = isListed(words, word);
      if (isFound && listed.size < maxCached) listed.add(word);
      return isFound;
    },
  });
}

/** Takes most of a second: for threads only. */
export async function importWordLists() {
  const [{ default: words }, { dictionary: pronunciations }, { daleChall: easy }] =
    await Promise.all([
      import('an-array-of-english-words', { with: { type: 'json' } }),
      import('cmu-pronouncing-dictionary'),
      import('dale-chall'),
    ]);
  return { words, pronunciations, easy };
}

export function createSpelling({ isWord, isPronounced, easy }: WordLists): Spelling {
  // Only words of both lists are common: the first has rare words, the second has names.
  const isCommon = (word: string) => isPronounced(word) && isWord(word);
  const isEasy = (word: string) =>
    ['', 's', 'd', 'ed', 'ing', 'ly', 'ation', 'er'].some(
      (ending) =>
        word.length > ending.length + 2 &&
        word.endsWith(ending) &&
        easy.has(word.slice(0, word.length - ending.length)),
    );
  const isKnown = (word: string) =>
    isWord(word) ||
    (isPronounced(word) && !misspelledEntries.has(word)) ||
    isWord(word.replace(derived, '')) ||
    isWord(word.replace(derivedDouble, '$1'));
  const unswap = (word: string) =>
    word.length < minSwapped || isKnown(word) ? undefined : listSwapped(word).find(isCommon);
  return {
    isWord,
    unswap,
    correct(word, mayBeName = false) {
      const known = contractions.get(word) ?? knownSlips.get(word);
      if (known !== undefined) return known;
      const isShort = word.length < minLength;
      if (isShort || word.length > maxLength || isKnown(word)) return undefined;
      // "bancker" is a place rather than "backer".
      if (mayBeName && !isFormed(word)) {
        const swapped = unswap(word);
        return swapped && (word.length > minSwapped || isEasy(swapped)) ? swapped : undefined;
      }
      if (foreign.test(word)) return unswap(word);
      const found = listCorrections(word).find(isCommon);
      return found === undefined || isOtherVerb(word, found, isCommon) ? undefined : found;
    },
  };
}

/** It has an ending that names hardly have. */
function isFormed(word: string): boolean {
  return word.length > 8 && /(?:tions?|ments?|ical|ically|able|ible|[ae]nces?)$/.test(word);
}

/** "breeded" is a form of "breed", not "breaded"; "refered" is "referred". */
function isOtherVerb(word: string, found: string, isVerb: (word: string) => boolean): boolean {
  if (!word.endsWith('ed')) return false;
  return [word.slice(0, -2), word.slice(0, -1)].some(
    (verb) => isVerb(verb) && !found.startsWith(verb),
  );
}

/** Entries of the pronouncing dictionary that are no words. */
const misspelledEntries = new Set(['goverment']);

/** New words are formed with these: "witcher", "clicky". */
const derived = /(?:s|ers?|y|ish|less|like)$/;

/** "thinny", from thin. */
const derivedDouble = /([bdgmnprt])\1y$/;

/** Endings of Latin and of chemistry, and "goin'" without its apostrophe. */
const foreign = /(?:us|ae|um|is|os|ens|in|yl)$/;

const contractions = new Map(
  (
    "don't doesn't didn't isn't wasn't weren't aren't couldn't wouldn't shouldn't hasn't haven't " +
    "hadn't they're you're they've you've that's what's"
  )
    .split(' ')
    .map((word) => [word.replace("'", ''), word] as const),
);

const maxCached = 20_000;
const minLength = 5;
const maxLength = 30;

/** Binary search: a set of 270,000 words takes half a second to fill. */
function isListed(list: readonly string[], word: string): boolean {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return list[low] === word;
}

const vowels = 'aeiouy';
const consonants = 'bcdfghjklmnpqrstvwxz';
/** Consonants that are mistaken for each other. */
const alike = ['cs', 'sz', 'ck', 'gj', 'nm', 'td', 'sc', 'zs', 'kc', 'jg', 'mn', 'dt', 'fv', 'vf'];

/**
 * The slips that people make, likeliest first: swapped letters, a missing or doubled letter, the
 * wrong vowel, the wrong letter doubled. The first letter is nearly always right; any change at all
 * would turn jargon ("debuff") into words.
 */
function listCorrections(word: string): string[] {
  const swapped = listSwapped(word);
  if (word.length <= minLength) return swapped;
  const missing: string[] = [];
  const doubled: string[] = [];
  const replaced: string[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    // A letter that should be double comes first: "droped" is not "drooped".
    missing.unshift(before + letter + letter + after);
    for (const each of vowels + consonants) missing.push(before + each + letter + after);
    if (after !== '' || letter === 's') doubled.push(before + after);
    const others = vowels.includes(letter)
      ? vowels
      : alike.filter((pair) => pair.startsWith(letter)).map((pair) => pair.charAt(1));
    if (word.length >= minReplaced && after !== '') {
      for (const each of others) if (each !== letter) replaced.push(before + each + after);
    }
  }
  return [...swapped, ...missing, ...replaced, ...doubled, ...listMovedDoubles(word)];
}

function listSwapped(word: string): string[] {
  const swapped: string[] = [];
  for (let at = 1; at < word.length - 1; at += 1) {
    const [letter, next] = [word.charAt(at), word.charAt(at + 1)];
    if (letter !== next) swapped.push(word.slice(0, at) + next + letter + word.slice(at + 2));
  }
  return swapped;
}

/** "acummulated": another letter is the double one. */
function listMovedDoubles(word: string): string[] {
  if (word.length < minMoved) return [];
  return Array.from(word.matchAll(/(\p{L})\1/gu)).flatMap(({ index }) => {
    const single = word.slice(0, index) + word.slice(index + 1);
    return Array.from(single.slice(1), (letter, at) =>
      vowels.includes(letter) || at + 1 === index
        ? []
        : single.slice(0, at + 1) + letter + single.slice(at + 1),
    ).flat();
  });
}

const minReplaced = 7;
const minMoved = 8;
const minSwapped = 7;
