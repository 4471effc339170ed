import { stemmer } from 'stemmer';
import { GrowableArray } from '../collections/growable-array.ts';

/** Marks in the stream that a phrase ends: punctuation, or the end of a text. */
export const phraseBreak = -1;

/** Longer tokens are not English words, and the stemmer's patterns would be slow on them. */
const maxStemmedLength = 40;

// Matches a word or a character that ends a phrase; spaces, hyphens and apostrophes do neither.
const tokenPattern = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{M}]+)*|[^\s\p{L}\p{N}\p{M}'’\-‐‑]/gu;
const wordStart = /^[\p{L}\p{N}\p{M}]/u;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/**
 * The words of many questions as one array of numbers, so that 100,000 questions need a few
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
    const stem = stemOf(word);
    const number = stemNumbers.get(stem) ?? stemNumbers.size;
    stemNumbers.set(stem, number);
    stems.push(number);
    words.push(word);
    numbers.set(word, words.length - 1);
    return words.length - 1;
  };

  return {
    /** Adds one text of the current question. */
    add(text: string) {
      const lower = text.toLowerCase();
      const parts = unspaced.test(lower)
        ? Array.from(
            segmenter.segment(lower),
            ({ segment }) => segment.match(tokenPattern) ?? [],
          ).flat()
        : (lower.match(tokenPattern) ?? []);
      for (const part of parts) tokens.push(numberOf(part));
      tokens.push(phraseBreak);
    },
    /** The number of words and breaks so far. */
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
  /** The spelling of each word. */
  readonly words: readonly string[];
  /** The stem of each word, as a number. */
  readonly stems: Int32Array;
  /** The words of all questions, contiguous, with phrase breaks. */
  readonly tokens: Int32Array;
  /** The offset of each question's words, then the end of the last one. */
  readonly starts: Int32Array;
}

export function stemOf(word: string): string {
  return word.length > maxStemmedLength ? word : stemmer(word);
}
