import { HashIndex } from '../collections/hash-index.ts';
import { createUnits } from '../text/normalized-text.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import { readAnswerUnits } from './answer-text.ts';

/** Numbers answers; answers that are equal when normalized share a number. */
export function createAnswerIndex(reader: Vocabulary) {
  const table = new HashIndex();
  const text = createUnits();
  return {
    numberOf(answer: string): number {
      readAnswerUnits(answer, text);
      const words = reader.read(text);
      return table.numberOf(words.one, words.two);
    },
  };
}
