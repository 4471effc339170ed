import type { TextCounts } from './text-counts.ts';

/** Readability scores of one question; consensus is derived from the grades. */
export const scoreNames = [
  'consensus',
  'flesch',
  'flesch_kincaid',
  'ari',
  'coleman_liau',
  'gunning_fog',
  'dale_chall',
  'lix',
  'rix',
] as const;

export type Scores = Readonly<Record<(typeof scoreNames)[number], number>>;

/** The formulas whose result is a U.S. school grade; their median is the consensus. */
export const gradeNames = ['flesch_kincaid', 'ari', 'coleman_liau', 'gunning_fog'] as const;

/** Requires at least one word; the constants are textstat's. */
export function scoresOf(counts: TextCounts): Scores {
  const { words, sentences } = counts;
  const sentenceLength = words / sentences;
  const syllablesPerWord = counts.syllables / words;
  const unfamiliar = (100 * counts.unfamiliarWords) / words;
  const kincaid = 0.39 * sentenceLength + 11.8 * syllablesPerWord - 15.59;
  const ari = 4.71 * (counts.characters / counts.tokens) + 0.5 * sentenceLength - 21.43;
  const liau = (5.8 * counts.letters) / words - (29.6 * sentences) / words - 15.8;
  const fog = 0.4 * (sentenceLength + (100 * counts.difficultWords) / words);
  return {
    consensus: medianOfFour(kincaid, ari, liau, fog),
    flesch: 206.835 - 1.015 * sentenceLength - 84.6 * syllablesPerWord,
    flesch_kincaid: kincaid,
    ari,
    coleman_liau: liau,
    gunning_fog: fog,
    dale_chall: 0.1579 * unfamiliar + 0.0496 * sentenceLength + (unfamiliar > 5 ? 3.6365 : 0),
    lix: sentenceLength + (100 * counts.longWords) / words,
    rix: counts.longWords / sentences,
  };
}

/** The median of the grades is robust to one formula misled by a long name. */
function medianOfFour(a: number, b: number, c: number, d: number): number {
  const [low, high] = [
    Math.max(Math.min(a, b), Math.min(c, d)),
    Math.min(Math.max(a, b), Math.max(c, d)),
  ];
  return (low + high) / 2;
}

/** The minimum of McLaughlin's formula; with fewer sentences it is undefined. */
export const minSentencesForSmog = 30;

export function smogOf(polysyllables: number, sentences: number): number {
  return 1.043 * Math.sqrt((30 * polysyllables) / sentences) + 3.1291;
}
