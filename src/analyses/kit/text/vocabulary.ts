import { HashIndex } from '../collections/hash-index.ts';
import type { NormalizedUnits } from './normalized-text.ts';

const space = 32;
const seedOne = 0xdeadbeef | 0;
const seedTwo = 0x41c6ce57;
const factorOne = 0x9e3779b1 | 0;
const factorTwo = 0x5f356495;

/** The words of one text, in a buffer that the next text overwrites. */
export interface TextWords {
  numbers: Int32Array;
  length: number;
  /** Two hashes of the whole text. */
  one: number;
  two: number;
}

export type Vocabulary = ReturnType<typeof createVocabulary>;

/**
 * Numbers the words of normalized texts. Words and texts are identified by two 32-bit hashes; a
 * collision of 64 bits within a bank is negligible.
 */
export function createVocabulary() {
  const table = new HashIndex();
  const words: TextWords = { numbers: new Int32Array(4096), length: 0, one: 0, two: 0 };
  return {
    table,
    read({ units, length }: NormalizedUnits): TextWords {
      if (words.numbers.length < length) words.numbers = new Int32Array(length * 2);
      const { numbers } = words;
      let count = 0;
      let textOne = seedOne;
      let textTwo = seedTwo;
      let one = seedOne;
      let two = seedTwo;
      for (let at = 0; at <= length && length > 0; at += 1) {
        const unit = at < length ? (units[at] ?? 0) : space;
        if (unit !== space) {
          one = Math.imul(one ^ unit, factorOne);
          two = Math.imul(two ^ unit, factorTwo);
          continue;
        }
        one ^= one >>> 15;
        two ^= two >>> 13;
        numbers[count] = table.numberOf(one, two);
        count += 1;
        textOne = Math.imul(textOne ^ one, factorOne);
        textOne ^= textOne >>> 16;
        textTwo = Math.imul(textTwo ^ two, factorTwo);
        textTwo ^= textTwo >>> 14;
        one = seedOne;
        two = seedTwo;
      }
      words.length = count;
      words.one = textOne;
      words.two = textTwo;
      return words;
    },
  };
}
