import { areNumbers, haveOtherShapes, lengthsApart, yearsApart } from './answer-kinds.ts';
import { countsAnother } from './asked-thing.ts';
import { askOtherTypes } from './asked-type.ts';
import { compareKeys, isTelling } from './compare-keys.ts';
import { specificityOf } from './contradiction.ts';
import type { ContentMatch } from './match-content.ts';
import { isOtherQuestion } from './other-question.ts';
import type { PairEvidence, PairReason } from './pair-evidence.ts';
import type { ReadQuestion } from './read-question.ts';
import { readRest } from './rest-words.ts';
import { isEdit } from './rewording.ts';

/** Two questions, what they have in common, and what is known of them. */
export interface Compared {
  readonly one: ReadQuestion;
  readonly other: ReadQuestion;
  readonly match: ContentMatch;
  /** The share of the content that both have, 0–1. */
  readonly likeness: number;
  /** What makes two questions of them by their words. */
  readonly separator: PairReason | undefined;
  readonly evidence: PairEvidence;
}

/** The score that is certain enough; more than that says little more. */
const most = { match: 8, surplus: 6, specificity: 6 };

/** Of questions that share more of their content, one word makes the difference. */
export const alike = 0.6;

/** Numbers, negations, opposites and roles that differ: the model of pairs sees them, but not always. */
export const contrary: ReadonlySet<PairReason> = new Set([
  'different_number',
  'different_negation',
  'opposite_word',
  'different_roles',
]);

/**
 * The weights of two logistic models of whether questions are one, by the score of the model of pairs and what words
 * and keys say beside it. Fitted on pairs that it has not learned from: the sets `weighedSets`, two parts of the written
 * questions and three of the subjects of bench/analysis, and real banks of 576, 2,625 and 3,000 questions.
 */
const weights = {
  otherAnswers: {
    bias: -5.94,
    match: 0.65,
    surplus: -0.23,
    cosine: 8.51,
    contraryAlike: -1.49,
    contrary: -0.78,
    otherName: 0,
    otherQuestion: 0,
    otherKind: -1.42,
    otherType: -1.42,
    otherShape: -0.63,
    otherCount: -0.56,
    answerLength: -0.94,
    yearsApart: -0.52,
    unrejected: -3.99,
    edit: -2.56,
  },
  sameAnswer: {
    bias: -0.96,
    match: 0.49,
    surplus: -0.29,
    cosine: 2.86,
    contraryAlike: 0,
    contrary: -0.26,
    otherName: -0.36,
    otherQuestion: -0.15,
    numbers: -0.54,
    silent: -0.04,
  },
};

/** Fitted on the same pairs, without the model. */
const expectations = {
  likeness: 2.6,
  specificity: 0.29,
  rivals: -1.4,
  contrary: -1.4,
  otherName: -0.9,
};

/** How certainly two questions whose answers differ ask the same, so that one answer is wrong: from 0 on, they do. */
export function gradeConflict(compared: Compared): number {
  const caution = cautionFor(growth.otherAnswers, compared.evidence.questions);
  return grade(weights.otherAnswers, conflictValues(compared)) - caution;
}

/** How certainly two questions with one answer ask the same: from 0 on, they do. */
export function gradeParaphrase(compared: Compared): number {
  const caution = cautionFor(growth.sameAnswer, compared.evidence.questions);
  return grade(weights.sameAnswer, paraphraseValues(compared)) - caution;
}

/** What the first of both models weighs. */
export function conflictValues(compared: Compared) {
  const { one, other, match, evidence } = compared;
  return {
    ...commonValues(compared),
    otherKind: is(compareKeys(one, other) === 'other_kind'),
    otherType: is(askOtherTypes(one, other)),
    otherShape: is(haveOtherShapes(one, other)),
    otherCount: is(countsAnother(one, other, match)),
    answerLength: lengthsApart(one, other),
    yearsApart: yearsApart(one, other),
    // Who takes another answer for right has mostly thought of the first one as a wrong choice.
    unrejected: is(evidence.isRejected?.() === false),
    edit: is(isEdit(one, other)),
  };
}

/** What the second one weighs. */
export function paraphraseValues(compared: Compared) {
  const { one, other } = compared;
  return {
    ...commonValues(compared),
    numbers: is(areNumbers(one, other)),
    silent: is(!isTelling(one.answer) && !isTelling(other.answer)),
  };
}

/** Whether the model of pairs is worth its time: in a small bank always, and where sentences are alike. */
export function isWorthMatching(
  priority: number,
  { isNear, questions = 0 }: PairEvidence,
): boolean {
  return isNear === true || questions <= fewQuestions || priority >= leastExpected;
}

/** Of 1,277 pairs that are one question, 5 are below it, and of pairs of real banks three in four. */
const leastExpected = -3.5;
const fewQuestions = 1000;

/** How likely the model of pairs finds them one question, by their words: only to be compared with each other. */
export function expectMatch({ match, likeness, separator, evidence }: Compared): number {
  const { likeness: share, specificity, rivals, contrary: other, otherName } = expectations;
  const isContrary = separator !== undefined && contrary.has(separator);
  return (
    share * likeness +
    specificity * Math.min(most.specificity, specificityOf(match.pairs)) +
    rivals * Math.log(Math.max(1, evidence.rivals?.(match) ?? 1)) +
    (isContrary ? other : 0) +
    (separator === 'different_name' ? otherName : 0)
  );
}

function commonValues({ one, other, match, likeness, separator, evidence }: Compared) {
  const { match: score = 0, cosine = 0 } = evidence;
  const isContrary = separator !== undefined && contrary.has(separator);
  return {
    match: Math.max(-most.match, Math.min(most.match, score)),
    surplus: Math.max(0, Math.min(most.surplus, score)),
    cosine,
    contraryAlike: is(isContrary && likeness >= alike),
    contrary: is(isContrary && likeness < alike),
    otherName: is(separator === 'different_name'),
    otherQuestion: is(isOtherQuestion(one, other, match, readRest(one, other, match))),
  };
}

function grade<Values extends Readonly<Record<string, number>>>(
  weights: { readonly [name in keyof Values]: number } & { readonly bias: number },
  values: Values,
): number {
  return Object.entries(values).reduce(
    (sum, [name, value]) => sum + weights[name as keyof Values] * value,
    weights.bias,
  );
}

/** What is asked for: the larger a bank, the more pairs look alike by chance. */
function cautionFor(growth: number, questions = usualSize): number {
  return growth * Math.log(Math.max(questions, smallest) / usualSize);
}

const smallest = 300;
const usualSize = 750;

/** By chance, hardly any have one key as well. */
const growth = { otherAnswers: 1.5, sameAnswer: 0.45 };

function is(value: boolean): number {
  return value ? 1 : 0;
}
