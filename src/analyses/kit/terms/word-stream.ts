import { stemmer } from 'stemmer';
import { GrowableArray } from '../collections/growable-array.ts';

/** Stands in the stream where a phrase cannot go on: at punctuation and at the end of a text. */
export const phraseBreak = -1;

/** Longer ones are no English words, and the stemmer's patterns would crawl over them. */
const maxStemmedLength = 40;

// Either a word or one mark that ends a phrase; spaces, hyphens and apostrophes are neither.
const pieces = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[^\s\p{L}\p{N}\p{M}'’\-‐‑]/gu;
const wordStart = /^[\p{L}\p{N}\p{M}]/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * The words of many questions as one row of numbers, so that 100,000 questions take a few
 * megabytes. Words are folded to lower case without a possessive 's.
 */
export function createWordStream() {
  const numbers = new Map<string, number>();
  const words: string[] = [];
  const stemNumbers = new Map<string, number>();
  const stems = new GrowableArray(Int32Array);
  const tokens = new GrowableArray(Int32Array, 1 << 16);
  const starts = new GrowableArray(Int32Array);
  starts.push(0);
  const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

  const numberOf = (piece: string): number => {
    const known = numbers.get(piece);
    if (known !== undefined) return known;
    const folded = piece.replaceAll('’', "'").replace(/'s$/, '');
    const number = wordStart.test(piece) ? (numbers.get(folded) ?? addWord(folded)) : phraseBreak;
    numbers.set(piece, number);
    return number;
  };

  const addWord = (word: string): number => {
    const stem = word.length > maxStemmedLength ? word : stemmer(word);
    const number = stemNumbers.get(stem) ?? stemNumbers.size;
    stemNumbers.set(stem, number);
    stems.push(number);
    words.push(word);
    numbers.set(word, words.length - 1);
    return words.length - 1;
  };

  return {
    /** One text of the question at hand. */
    add(text: string) {
      const lower = text.toLowerCase();
      const parts = unspaced.test(lower)
        ? Array.from(segmenter.segment(lower), ({ segment }) => segment.match(pieces) ?? []).flat()
        : (lower.match(pieces) ?? []);
      for (const part of parts) tokens.push(numberOf(part));
      tokens.push(phraseBreak);
    },
    /** How many words and breaks there are so far. */
    length: () => tokens.length,
    endQuestion() {
      starts.push(tokens.length);
    },
    read(): WordStream {
      return { words, stems: stems.view(), tokens: tokens.view(), starts: starts.view() };
    },
  };
}

export interface WordStream {
  /** The word of each number. */
  readonly words: readonly string[];
  /** The number of each word's stem. */
  readonly stems: Int32Array;
  /** The words of all questions, one after the other, with phrase breaks. */
  readonly tokens: Int32Array;
  /** Where each question's words begin, and at last where they end. */
  readonly starts: Int32Array;
}
