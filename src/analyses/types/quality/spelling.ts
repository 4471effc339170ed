export interface Spelling {
  isWord(word: string): boolean;
  /** The common word that is probably meant by one that does not exist. */
  correct(word: string, mayBeName?: boolean): string | undefined;
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
      (ending) => word.endsWith(ending) && easy.has(word.slice(0, word.length - ending.length)),
    );
  const isKnown = (word: string) =>
    isWord(word) ||
    (isPronounced(word) && !misspelledEntries.has(word)) ||
    isWord(word.replace(derived, '')) ||
    isWord(word.replace(derivedDouble, '$1'));
  return {
    isWord,
    correct(word, mayBeName = false) {
      const known = contractions.get(word) ?? knownSlips.get(word);
      if (known !== undefined) return known;
      const isShort = word.length < minLength;
      if (isShort || word.length > maxLength || foreign.test(word) || isKnown(word))
        return undefined;
      const found = listCorrections(word).find(isCommon);
      // "boiron" is a company rather than "boron": only an everyday word is meant.
      const isSure = !mayBeName || (word.length > 6 && found !== undefined && isEasy(found));
      return isSure ? found : undefined;
    },
  };
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

/** Frequent slips in words too short to be guessed, or that would be taken for another word. */
const knownSlips = new Map(
  Object.entries({
    ...{ wich: 'which', teh: 'the', hte: 'the', adn: 'and', thier: 'their', wierd: 'weird' },
    ...{ freind: 'friend', waht: 'what', wehn: 'when', whith: 'with', alot: 'a lot', thsi: 'this' },
    ...{ decendent: 'descendant', decendents: 'descendants', cemetary: 'cemetery' },
    ...{ writting: 'writing', scientits: 'scientists', concious: 'conscious' },
    ...{ millenium: 'millennium', prefered: 'preferred', reccomend: 'recommend' },
    ...{ resistence: 'resistance', rythm: 'rhythm', tommorow: 'tomorrow', vaccum: 'vacuum' },
    ...{ commitee: 'committee', dissapear: 'disappear', religous: 'religious', finaly: 'finally' },
    ...{ actualy: 'actually', physicaly: 'physically', maintainance: 'maintenance' },
  }),
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
 * wrong vowel. The first letter is nearly always right; any change at all would turn jargon
 * ("debuff") into words.
 */
function listCorrections(word: string): string[] {
  const swapped: string[] = [];
  const missing: string[] = [];
  const doubled: string[] = [];
  const replaced: string[] = [];
  for (let at = 1; at < word.length; at += 1) {
    const [before, letter, after] = [word.slice(0, at), word.charAt(at), word.slice(at + 1)];
    if (after !== '' && letter !== after.charAt(0)) {
      swapped.push(before + after.charAt(0) + letter + after.slice(1));
    }
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
  const isLong = word.length > minLength;
  return isLong ? [...swapped, ...missing, ...replaced, ...doubled] : swapped;
}

const minReplaced = 7;
