import { HashIndex } from '../collections/hash-index.ts';
import { createIntLists, type IntLists } from '../collections/int-lists.ts';
import { dedupeSorted, sortRange } from '../collections/sorted-ints.ts';
import { createUnits } from '../text/normalized-text.ts';
import type { Vocabulary } from '../text/vocabulary.ts';
import { readAnswerUnits } from './answer-text.ts';

/** Numbers answers; answers that are equal when normalized share a number. */
export function createAnswerIndex(reader: Vocabulary) {
  const table = new HashIndex();
  const lists = createIntLists();
  const text = createUnits();
  return {
    numberOf(answer: string): number {
      readAnswerUnits(answer, text);
      const words = reader.read(text);
      const number = table.numberOf(words.one, words.two);
      if (number === lists.count) {
        sortRange(words.numbers, 0, words.length);
        lists.add(words.numbers, dedupeSorted(words.numbers, words.length));
      }
      return number;
    },
    /** The distinct words of each answer as numbers, ascending. */
    read: (): IntLists => lists.read(),
  };
}
