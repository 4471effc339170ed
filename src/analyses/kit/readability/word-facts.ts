export interface WordFacts {
  readonly syllables: number;
  /** On the list of 3,000 words that four fifths of American fourth graders know. */
  readonly isEasy: boolean;
}

/** Past this many the rest are looked up anew each time, so that no set of questions fills the memory. */
const maxCached = 50_000;

/** No word of either list is longer, and the time of guessing grows with the square of the length. */
const maxLookupLength = 50;

/** Looks words up, in any case; a bank repeats most of its words, so it remembers them. */
export async function loadWordFacts(): Promise<(word: string) => WordFacts> {
  // Four megabytes of words: loaded where they are read, not wherever the analysis is named.
  const [{ dictionary }, { daleChall }, { syllable }] = await Promise.all([
    import('cmu-pronouncing-dictionary'),
    import('dale-chall'),
    import('syllable'),
  ]);
  const easy = new Set(daleChall);
  // The one word in which this list and textstat's differ.
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

/** Roughly, but in one pass: accents are dropped, as is whatever is no letter from a to z. */
function countVowelGroups(word: string): number {
  const letters = word
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^a-z]+/g, '');
  return Math.max(1, letters.match(/[aeiouy]+/g)?.length ?? 0);
}
