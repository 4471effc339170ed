import { scoresOf, smogOf } from '../../src/analyses/kit/readability/scores.ts';
import type { TextCounts } from '../../src/analyses/kit/readability/text-counts.ts';

/**
 * Counts and scores of textstat 0.7.11, with the same CMU dictionary. Counts: words, tokens,
 * sentences, syllables, characters, letters, words of three syllables, long words, words not on the
 * easy list, those of them with three syllables. Scores: Flesch, Flesch–Kincaid, ARI, Coleman–Liau,
 * fog, Dale–Chall, LIX, RIX, SMOG.
 */
export const references: [text: string, counts: number[], scores: number[]][] = [
  [
    'Cool dogs wear da sunglasses.',
    [5, 5, 1, 7, 25, 24, 1, 1, 3, 1],
    [83.32, 2.88, 4.62, 6.12, 10.0, 13.3585, 25.0, 1.0, 8.841846],
  ],
  [
    'Which planet is closest to the Sun?',
    [7, 7, 1, 9, 29, 28, 0, 1, 2, 0],
    [90.958571, 2.311429, 1.582857, 3.171429, 2.8, 8.495129, 21.285714, 1.0, 3.1291],
  ],
  [
    "Who wrote the novel 'Pride and Prejudice', and who didn't?",
    [10, 10, 1, 14, 49, 44, 1, 1, 3, 1],
    [78.245, 4.83, 6.649, 6.76, 8.0, 8.8695, 20.0, 1.0, 8.841846],
  ],
  [
    "The temperature is 3.5 degrees. What's the freezing point of water - in Fahrenheit - at sea level? Choose one!",
    [18, 20, 2, 26, 91, 84, 2, 4, 5, 2],
    [75.5, 4.964444, 4.5005, 7.977778, 8.044444, 8.469011, 31.222222, 2.0, 8.841846],
  ],
  [
    "Dr. A. Smith's theory: is the non-stop universe expanding... or contracting?!",
    [11, 11, 1, 19, 67, 57, 3, 4, 7, 3],
    [49.542727, 9.081818, 12.758182, 11.563636, 15.309091, 14.230282, 47.363636, 4.0, 13.023867],
  ],
  [
    'In mathematics, what is the derivative of an exponential function & its relationship to logarithms',
    [14, 15, 1, 30, 84, 82, 5, 6, 6, 5],
    [11.339286, 15.155714, 11.946, 16.057143, 19.885714, 11.098043, 56.857143, 6.0, 15.903189],
  ],
  [
    "I'd say: \"They've 'em\"; you'll see we're 'right'. Yes? No.",
    [10, 10, 1, 10, 49, 35, 0, 0, 1, 0],
    [112.085, 0.11, 6.649, 1.54, 4.0, 5.7115, 10.0, 0.0, 3.1291],
  ],
  [
    'What is 2 + 2 ?',
    [4, 6, 1, 4, 10, 8, 0, 0, 2, 0],
    [118.175, -2.23, -11.58, -11.6, 1.6, 11.7299, 4.0, 0.0, 3.1291],
  ],
];

/** The scores of the analysis, in the order of the references. */
export function listScores(counts: TextCounts): number[] {
  const scores = scoresOf(counts);
  return [
    scores.flesch,
    scores.flesch_kincaid,
    scores.ari,
    scores.coleman_liau,
    scores.gunning_fog,
    scores.dale_chall,
    scores.lix,
    scores.rix,
    smogOf(counts.polysyllables, counts.sentences),
  ];
}
