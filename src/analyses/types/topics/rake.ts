/**
 * Rapid automatic keyword extraction (Rose, Engel, Cramer and Cowley, 2010): the degree of a word
 * is the total length of the phrases that contain it; the score of a phrase is the sum of degree /
 * frequency over its words. A single question is too short for counts, so those of all questions
 * are used.
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
