import { areNumbers } from './answer-kinds.ts';
import type { ContentMatch } from './match-content.ts';
import type { ReadQuestion } from './read-question.ts';
import { readFeatures } from './same-question.ts';

/** Below this share of the words of the shorter one, a high cosine means little. */
const minShared = 0.3;

/** The highest cosine that other words leave. */
const bestCosine = 0.97;

/**
 * The weights of a logistic model of whether two questions with one answer are one, fitted on 659 paraphrases and 176
 * pairs of other questions of the sets of `bench/analysis/pairs` that may be read, and 2,690 pairs of real questions with
 * one answer; that a number answers many questions was set by hand, and more than even odds are asked for.
 */
const weights = {
  bias: -5.1,
  sharedPart: 3.93,
  lessRest: -0.19,
  otherNouns: -1.03,
  otherCount: -1.85,
  numbers: -1,
  cosine: 6.26,
};

/** Whether two questions with one answer ask the same, by their words and the cosine of their vectors. */
export function isParaphrase(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
  cosine: number | undefined,
): boolean {
  const { shared, left, right, sharedWords } = match;
  if (sharedWords === 0) return false;
  const [least, most] = [shared / Math.min(left, right), shared / Math.max(left, right)];
  if (cosine === undefined) return least >= 0.7 && most >= 0.5;
  if (least >= 0.5 && most >= 0.4 && cosine >= 0.65) return true;
  if (least >= minShared && cosine >= 0.8) return true;
  return gradeWords(one, other, match) + weights.cosine * cosine >= 0;
}

/** Whether a cosine could make a paraphrase of them. */
export function mayBeParaphrase(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
): boolean {
  const { shared, left, right, sharedWords } = match;
  if (sharedWords === 0) return false;
  if (shared >= minShared * Math.min(left, right)) return true;
  return gradeWords(one, other, match) + weights.cosine * bestCosine >= 0;
}

function gradeWords(one: ReadQuestion, other: ReadQuestion, match: ContentMatch): number {
  const features = readFeatures(one, other, match);
  if (!features) return Number.NEGATIVE_INFINITY;
  const { sharedPart, lessRest, otherNouns, otherCount } = features;
  return (
    weights.bias +
    weights.sharedPart * sharedPart +
    weights.lessRest * lessRest +
    weights.otherNouns * otherNouns +
    weights.otherCount * otherCount +
    (areNumbers(one, other) ? weights.numbers : 0)
  );
}
