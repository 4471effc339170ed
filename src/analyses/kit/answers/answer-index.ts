import { GrowingLists, type IntLists } from '../collections/growing-lists.ts';
import { KeyTable } from '../collections/hash-index.ts';
import { keepDifferent, sortWords } from '../collections/sorted-ints.ts';
import { createUnits } from '../text/normalized-text.ts';
import type { WordReader } from '../text/vocabulary.ts';
import { readAnswerUnits } from './answer-text.ts';

/** Numbers answers, those that are equal once normalised with the same number. */
export function createAnswerNumbers(reader: WordReader) {
  const table = new KeyTable();
  const lists = new GrowingLists();
  const text = createUnits();
  return {
    numberOf(answer: string): number {
      readAnswerUnits(answer, text);
      const words = reader.read(text);
      const number = table.numberOf(words.one, words.two);
      if (number === lists.count) {
        sortWords(words.numbers, 0, words.length);
        lists.add(words.numbers, keepDifferent(words.numbers, words.length));
      }
      return number;
    },
    /** The numbers of the different words of each answer, rising. */
    read: (): IntLists => lists.read(),
  };
}
