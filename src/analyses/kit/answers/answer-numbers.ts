import { GrowingLists, type IntLists } from '../collections/growing-lists.ts';
import { KeyTable } from '../collections/key-table.ts';
import { createUnits } from '../text/normalized-text.ts';
import { readAnswerUnits } from './answer-text.ts';
import { keepDifferent, sortWords } from './sorted-words.ts';
import type { WordReader } from './word-numbers.ts';

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
