import { type Scores, scoresOf } from '../../kit/readability/scores.ts';
import { countText, isReadable, type TextCounts } from '../../kit/readability/text-counts.ts';
import type { WordFacts } from '../../kit/readability/word-facts.ts';
import type { ReadabilityParameters } from './schema.ts';

/**
 * How far chance moves the grade of one word, in about 99 of 100 cases. By the grades of the two halves of
 * each question, its standard deviation is 11 (OpenTDB) to 13.6 (a bank of 100,000); 2.33 times that is 26 to
 * 32. With 12 words, 9 grades are no evidence; with the 100 that formulas were designed for, 3 are not.
 */
export const marginOfWord = 30;

interface ScoredText {
  readonly text: string;
  readonly counts: TextCounts;
  readonly scores: Scores;
}

/** In grades beyond what chance explains; 0 within the target, negative below it. */
export function distanceFromTarget(
  { text, counts, scores }: ScoredText,
  parameters: ReadabilityParameters,
  lookUp: (word: string) => WordFacts,
): number {
  const { target_grade, measure } = parameters;
  const [min = 0, max = 0] = target_grade;
  const grade = Math.max(0, scores[measure]);
  const margin = marginOfWord / Math.sqrt(counts.words);
  if (grade - margin <= max) return Math.min(0, grade + margin - min);
  // One long name does not make a text hard.
  const rest = countText(withoutLongestWord(text), lookUp);
  const isHard = isReadable(rest) && scoresOf(rest)[measure] > max;
  return isHard ? grade - margin - max : 0;
}

function withoutLongestWord(text: string): string {
  const words = text.split(/\s+/);
  const longest = words.reduce((most, each) => (each.length > most.length ? each : most), '');
  return words.toSpliced(words.indexOf(longest), 1).join(' ');
}
