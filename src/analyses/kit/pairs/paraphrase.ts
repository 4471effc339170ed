import { areNumbers } from './answer-kinds.ts';
import type { ContentMatch } from './match-content.ts';
import { isCount } from './other-number.ts';
import type { PairEvidence } from './pair-evidence.ts';
import { readFeatures } from './question-features.ts';
import { smallnessOf } from './question-weights.ts';
import type { ReadQuestion } from './read-question.ts';
import { openWithOthers, readRest } from './rest-words.ts';

/** Below this share of the words of the shorter one, a high cosine means little. */
const minShared = 0.3;

/** The greatest smallness: smaller banks count as the smallest that is told apart. */
const smallest = smallnessOf(0);

/** The highest cosine that is worth a vector where they share little. */
const bestCosine = 0.8;

/**
 * The weights of a logistic model of whether two questions with one answer are one, fitted on 659 paraphrases and 176
 * pairs of other questions of the sets of `bench/analysis/pairs` that may be read, and 2,690 pairs of real questions with
 * one answer. Set by hand: that a number answers many
 * questions, what kind of thing is asked for, and that less is asked for in a small bank.
 */
const weights = {
  bias: -7.6,
  smallness: 0.9,
  sharedPart: 3.93,
  lessRest: -0.19,
  otherNouns: -1.03,
  otherCount: -1.85,
  otherType: -2,
  restNumber: -0.6,
  numbers: -1,
  cosine: 6.26,
};

/** Whether two questions with one answer ask the same, by their words and the cosine of their vectors. */
export function isParaphrase(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
  evidence: PairEvidence,
): boolean {
  const { cosine } = evidence;
  const { shared, left, right, sharedWords } = match;
  if (sharedWords === 0 || areOfOtherThings(one, other, match)) return false;
  if (!hasOwnCount(match)) {
    const [least, most] = [shared / Math.min(left, right), shared / Math.max(left, right)];
    if (cosine === undefined) return least >= 0.7 && most >= 0.5;
    const more = evidence.isAssumed ? 0 : cautionFor(evidence.questions);
    if (least >= 0.5 && most >= 0.4 && cosine >= 0.65 + more) return true;
    if (least >= minShared && cosine >= 0.77 + more) return true;
  }
  if (cosine === undefined) return false;
  return gradeWords(one, other, match, evidence) + weights.cosine * cosine >= 0;
}

/** Whether a cosine could make a paraphrase of them. */
export function mayBeParaphrase(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
  evidence: PairEvidence,
): boolean {
  const { shared, left, right, sharedWords } = match;
  if (sharedWords === 0) return false;
  if (shared >= minShared * Math.min(left, right) && !hasOwnCount(match)) return true;
  return gradeWords(one, other, match, evidence) + weights.cosine * bestCosine >= 0;
}

/** "Gouda comes from which country" and "coleslaw comes from": two questions with one answer. */
function areOfOtherThings(one: ReadQuestion, other: ReadQuestion, match: ContentMatch): boolean {
  const { left, right } = readRest(one, other, match);
  return openWithOthers(one, left, other, right);
}

/** In a larger bank, more questions with one answer are alike by chance. */
function cautionFor(questions: number | undefined): number {
  return 0.04 * Math.max(0, smallest - smallnessOf(questions));
}

function hasOwnCount({ onlyLeft, onlyRight }: ContentMatch): boolean {
  return [...onlyLeft, ...onlyRight].some((word) => isCount(word) && word.meaning !== '1');
}

function gradeWords(
  one: ReadQuestion,
  other: ReadQuestion,
  match: ContentMatch,
  { questions }: PairEvidence,
): number {
  const features = readFeatures(one, other, match);
  if (!features) return Number.NEGATIVE_INFINITY;
  const { sharedPart, lessRest, otherNouns, otherCount, otherType, restNumber } = features;
  return (
    weights.bias +
    weights.smallness * smallnessOf(questions) +
    weights.sharedPart * sharedPart +
    weights.lessRest * lessRest +
    weights.otherNouns * otherNouns +
    weights.otherCount * otherCount +
    weights.otherType * otherType +
    weights.restNumber * restNumber +
    (areNumbers(one, other) ? weights.numbers : 0)
  );
}
