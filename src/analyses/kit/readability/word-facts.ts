export interface WordFacts {
  readonly syllables: number;
  /** On the list of 3,000 words known to 80 % of U.S. fourth graders. */
  readonly isEasy: boolean;
}

/** Cache size; further words are looked up each time, so that memory is bounded. */
const maxCached = 50_000;

/** No word of either list is longer, and the syllable estimate is quadratic in the length. */
const maxLookupLength = 50;

/** Looks up words case-insensitively and caches them: a bank repeats most of its words. */
export async function loadWordFacts(): Promise<(word: string) => WordFacts> {
  // Four megabytes of words, loaded only when they are needed.
  const [{ dictionary }, { daleChall }, { syllable }] = await Promise.all([
    import('cmu-pronouncing-dictionary'),
    import('dale-chall'),
    import('syllable'),
  ]);
  const easy = new Set(daleChall);
  // The only word in which this list and textstat's differ.
  easy.delete('ma');
  const known = new Map<string, WordFacts>();
  return (word) => {
    if (word.length > maxLookupLength) return { syllables: countVowelGroups(word), isEasy: false };
    const found = known.get(word);
    if (found) return found;
    const folded = word.toLowerCase();
    const facts = { syllables: countSyllables(folded), isEasy: easy.has(folded) };
    if (known.size < maxCached) known.set(word, facts);
    return facts;
  };

  /**
   * By the first pronunciation in the CMU dictionary, where every vowel carries its stress as a
   * digit; mm and shh have none.
   */
  function countSyllables(word: string): number {
    if (!Object.hasOwn(dictionary, word)) return Math.max(1, syllable(word));
    return dictionary[word]?.match(/\d/g)?.length ?? 0;
  }
}

/** An estimate in one pass: accents and everything but the letters a to z are dropped. */
function countVowelGroups(word: string): number {
  const letters = word
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]+/g, '');
  return Math.max(1, letters.match(/[aeiouy]+/g)?.length ?? 0);
}
