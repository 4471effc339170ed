import { type ChiSquareTest, testFit } from '../../kit/statistics/chi-square.ts';

/** In large banks every difference is significant, and in small ones every difference is large. */
const maxP = 0.01;
const minDifference = 0.05;

/** Sums over the questions with choices. */
export interface LengthTally {
  questions: number;
  /** How many correct answers are the longest or shortest choice; ties count in part. */
  longest: number;
  shortest: number;
  /** How many would be either by chance. */
  expected: number;
  right: number;
  wrong: number;
}

export function fitToChance(
  observed: number,
  expected: number,
  questions: number,
): ChiSquareTest | null {
  return testFit([observed, questions - observed], [expected, questions - expected]);
}

export function adviseOnPositions(
  counts: readonly number[],
  fit: ChiSquareTest | null,
): string | null {
  const questions = counts.reduce((sum, each) => sum + each, 0);
  const most = Math.max(...counts);
  const least = Math.min(...counts);
  const chance = questions / counts.length;
  const isRarer = chance - least > most - chance;
  const [extreme, often] = isRarer ? [least, 'only '] : [most, ''];
  if (!fit || fit.p >= maxP || Math.abs(extreme - chance) < minDifference * questions) return null;
  const position = counts.indexOf(extreme);
  return (
    `In the order of their values, the correct answer is the ${ordinal(position, counts.length)} of ` +
    `${counts.length} choices in ${often}${compare(extreme, chance, questions)}. ` +
    `${isRarer ? 'Add' : 'Replace'} distractors so that the correct answer is ${isRarer ? 'more' : 'less'} ` +
    'often there, and shuffle choices when you show them.'
  );
}

/**
 * Why there is no advice although chance hardly explains the counts: with many questions, p is small even
 * where the difference is. Cohen's w, √(χ² / n), does not grow with them.
 */
export function noteOnSize(
  observed: readonly number[],
  expected: number,
  fit: ChiSquareTest | null,
  questions: number,
): string | null {
  if (!fit || fit.p >= maxP) return null;
  const largest = Math.max(...observed.map((each) => Math.abs(each - expected)));
  if (largest >= minDifference * questions) return null;
  const points = ((100 * largest) / questions).toFixed(1);
  const w = Math.sqrt(fit.statistic / questions).toFixed(2);
  return (
    `Significant, but too small to matter: at most ${points} percentage points from chance ` +
    `(Cohen's w = ${w}).`
  );
}

export function adviseOnLength(tally: LengthTally): string | null {
  const { questions, longest, shortest, expected } = tally;
  const differs = (observed: number) =>
    Math.abs(observed - expected) >= minDifference * questions &&
    (fitToChance(observed, expected, questions)?.p ?? 1) < maxP;
  const told = (rank: string, observed: number) =>
    `The correct answer is the ${rank} choice in ${observed < expected ? 'only ' : ''}` +
    `${compare(observed, expected, questions)}.`;
  const [isLonger, isShorter] = [longest > expected, shortest > expected];
  if (isLonger && differs(longest)) {
    return `${told('longest', longest)} Shorten correct answers, or make distractors as long and as specific.`;
  }
  if (isShorter && differs(shortest)) {
    return `${told('shortest', shortest)} Shorten distractors, or make correct answers as long and as specific.`;
  }
  if (differs(longest)) {
    return `${told('longest', longest)} Whoever rules out the longest choice gains by it: shorten the longest distractors.`;
  }
  return null;
}

function compare(observed: number, expected: number, questions: number): string {
  const share = (part: number) => `${((100 * part) / questions).toFixed(1)} %`;
  return `${share(observed)} of ${questions.toLocaleString('en')} questions; ${share(expected)} is expected by chance`;
}

function ordinal(position: number, choices: number): string {
  if (position === 0) return 'first';
  if (position === choices - 1) return 'last';
  return ['second', 'third', 'fourth', 'fifth'][position - 1] ?? `${position + 1}th`;
}
