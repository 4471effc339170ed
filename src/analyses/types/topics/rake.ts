/**
 * Rapid automatic keyword extraction (Rose, Engel, Cramer and Cowley, 2010): a word's degree is the
 * number of words in all phrases it stands in, itself counted; a phrase scores the sum over its
 * words of degree / frequency. One question is too short to count in, so the counts are those of
 * the whole set.
 */
export function createRake(words: number) {
  const degrees = new Float64Array(words);
  const frequencies = new Float64Array(words);
  return {
    addPhrase(phrase: ArrayLike<number>) {
      for (let at = 0; at < phrase.length; at += 1) {
        const word = phrase[at] ?? 0;
        frequencies[word] = (frequencies[word] ?? 0) + 1;
        degrees[word] = (degrees[word] ?? 0) + phrase.length;
      }
    },
    degree: (word: number) => degrees[word] ?? 0,
    frequency: (word: number) => frequencies[word] ?? 0,
    /** 0 for words in no phrase. */
    score(phrase: ArrayLike<number>): number {
      let score = 0;
      for (let at = 0; at < phrase.length; at += 1) {
        const word = phrase[at] ?? 0;
        const frequency = frequencies[word] ?? 0;
        if (frequency > 0) score += (degrees[word] ?? 0) / frequency;
      }
      return score;
    },
  };
}

export type Rake = ReturnType<typeof createRake>;
