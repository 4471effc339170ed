import { type CharacterKind, isWordKind, kindOf, kinds } from './character-kind.ts';
import { SentenceCounter } from './sentence-counter.ts';
import type { WordFacts } from './word-facts.ts';

/** The counts the formulas use, each by the rules of Python's textstat 0.7. */
export interface TextCounts {
  words: number;
  sentences: number;
  syllables: number;
  /** All characters except spaces. */
  characters: number;
  /** Letters, digits and underscores. */
  letters: number;
  /** Space-separated tokens, including a lone dash. */
  tokens: number;
  /** Words of three syllables or more. */
  polysyllables: number;
  /** Words of more than six letters. */
  longWords: number;
  /** Words that are not on the easy word list. */
  unfamiliarWords: number;
  /** Those of them with three syllables or more. */
  difficultWords: number;
  /** Latin letters, and those of all other scripts. */
  latinLetters: number;
  otherLetters: number;
}

/**
 * A single pass, because patterns with Unicode classes are many times slower. Words are separated
 * by spaces; their punctuation is removed.
 */
export function countText(text: string, lookUp: (word: string) => WordFacts): TextCounts {
  const counts = noCounts();
  const sentences = new SentenceCounter();
  // The current word is `word` plus the text from `runStart` on, unless that is −1.
  let word = '';
  let runStart = -1;
  let letters = 0;
  let isInToken = false;
  // The end of the text ends a word like a space.
  for (let at = 0, width = 1; at <= text.length; at += width) {
    const codePoint = text.codePointAt(at) ?? 0x20;
    width = codePoint > 0xffff ? 2 : 1;
    const kind = kindOf(codePoint);
    const isOfWord = isWordKind(kind) || (kind === kinds.apostrophe && isContraction(text, at));
    sentences.see(kind, isOfWord);
    if (isOfWord) {
      if (runStart < 0) runStart = at;
    } else if (runStart >= 0) {
      word += text.slice(runStart, at);
      runStart = -1;
    }
    if (kind === kinds.space) {
      if (word !== '') addWord(counts, lookUp(word), letters);
      word = '';
      letters = 0;
      isInToken = false;
      continue;
    }
    counts.characters += 1;
    if (!isInToken) counts.tokens += 1;
    isInToken = true;
    letters += countLetter(counts, kind);
  }
  counts.sentences = sentences.finish();
  return counts;
}

/** Whether the formulas, designed for English, apply: half of the letters are Latin. */
export function isReadable({ syllables, latinLetters, otherLetters }: TextCounts): boolean {
  return syllables > 0 && latinLetters > 0 && latinLetters >= otherLetters;
}

function noCounts(): TextCounts {
  return {
    words: 0,
    sentences: 0,
    syllables: 0,
    characters: 0,
    letters: 0,
    tokens: 0,
    polysyllables: 0,
    longWords: 0,
    unfamiliarWords: 0,
    difficultWords: 0,
    latinLetters: 0,
    otherLetters: 0,
  };
}

const contraction = /(?:[tsd]|ve|ll|re)/y;

/** Any other apostrophe is a quotation mark and not part of the word. */
function isContraction(text: string, at: number): boolean {
  contraction.lastIndex = at + 1;
  return contraction.test(text);
}

function countLetter(counts: TextCounts, kind: CharacterKind): number {
  if (kind === kinds.latin) counts.latinLetters += 1;
  else if (kind === kinds.otherScript) counts.otherLetters += 1;
  else if (kind !== kinds.digit) return 0;
  counts.letters += 1;
  return 1;
}

function addWord(counts: TextCounts, { syllables, isEasy }: WordFacts, letters: number): void {
  const isPolysyllable = syllables >= 3;
  counts.words += 1;
  counts.syllables += syllables;
  if (letters > 6) counts.longWords += 1;
  if (isPolysyllable) counts.polysyllables += 1;
  if (!isEasy) counts.unfamiliarWords += 1;
  if (!isEasy && isPolysyllable) counts.difficultWords += 1;
}
