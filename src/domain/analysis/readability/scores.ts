import type { TextCounts } from './text-counts.ts';

/** What may be said of a single question; consensus is the grade that comes of the others. */
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

/** The formulas that answer in years of American schooling. */
export const gradeNames = ['flesch_kincaid', 'ari', 'coleman_liau', 'gunning_fog'] as const;

/** Needs at least one word; the constants are textstat's. */
export function scoresOf(counts: TextCounts): Scores {
  const { words, sentences } = counts;
  const sentenceLength = words / sentences;
  const syllablesPerWord = counts.syllables / words;
  const unfamiliar = (100 * counts.unfamiliarWords) / words;
  const grades = {
    flesch_kincaid: 0.39 * sentenceLength + 11.8 * syllablesPerWord - 15.59,
    ari: 4.71 * (counts.characters / counts.tokens) + 0.5 * sentenceLength - 21.43,
    coleman_liau: (5.8 * counts.letters) / words - (29.6 * sentences) / words - 15.8,
    gunning_fog: 0.4 * (sentenceLength + (100 * counts.difficultWords) / words),
  };
  return {
    ...grades,
    consensus: consensusOf(grades),
    flesch: 206.835 - 1.015 * sentenceLength - 84.6 * syllablesPerWord,
    dale_chall: 0.1579 * unfamiliar + 0.0496 * sentenceLength + (unfamiliar > 5 ? 3.6365 : 0),
    lix: sentenceLength + (100 * counts.longWords) / words,
    rix: counts.longWords / sentences,
  };
}

/** The median of the grades: one formula that is misled by a long name does not decide alone. */
function consensusOf(grades: Pick<Scores, (typeof gradeNames)[number]>): number {
  const sorted = gradeNames.map((name) => grades[name]).sort((one, other) => one - other);
  return ((sorted[1] ?? 0) + (sorted[2] ?? 0)) / 2;
}

/** What McLaughlin's formula was made for; below it says nothing. */
export const fewestSentencesForSmog = 30;

export function smogOf(polysyllables: number, sentences: number): number {
  return 1.043 * Math.sqrt((30 * polysyllables) / sentences) + 3.1291;
}
