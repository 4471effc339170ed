import { areNumbers, haveOtherShapes, lengthsApart, yearsApart } from './answer-kinds.ts';
import { countsAnother } from './asked-thing.ts';
import { askOtherTypes } from './asked-type.ts';
import { compareKeys, isTelling } from './compare-keys.ts';
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
const most = { match: 8, surplus: 6 };

/** Of questions that share more of their content, one word makes the difference. */
const alike = 0.6;

/** Numbers, negations, opposites and roles that differ: the model of pairs sees them, but not always. */
const contrary: ReadonlySet<PairReason> = new Set([
  'different_number',
  'different_negation',
  'opposite_word',
  'different_roles',
]);

/**
 * The weights of two logistic models of whether questions are one, by the score of the model of pairs and what words
 * and keys say beside it. Fitted on pairs that it has not learned from: the sets `weighedSets` and two parts of the
 * written questions of bench/analysis, and real banks of 576 and 3,000 questions.
 */
const weights = {
  otherAnswers: {
    bias: -4.26,
    match: 0.71,
    surplus: -0.33,
    cosine: 6.28,
    contraryAlike: -1.87,
    contrary: -1.08,
    otherName: -0.34,
    otherQuestion: -0.28,
    otherKind: -1.28,
    otherType: -1.36,
    otherShape: -0.78,
    otherCount: -0.92,
    answerLength: -0.75,
    yearsApart: -0.47,
    unrejected: -2.8,
    edit: -1.11,
  },
  sameAnswer: {
    bias: -1.55,
    match: 0.49,
    surplus: 0.01,
    cosine: 3.58,
    contraryAlike: -1.23,
    contrary: -0.48,
    otherName: -0.61,
    otherQuestion: 0.02,
    numbers: -0.38,
    silent: -0.28,
  },
};

/** Whether two questions whose answers differ ask the same, so that one of the answers is wrong. */
export function contradicts(compared: Compared): boolean {
  const { one, other, match, evidence } = compared;
  return (
    grade(weights.otherAnswers, {
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
    }) >= cautionFor(evidence.questions)
  );
}

/** Whether two questions with one answer ask the same. */
export function asksTheSame(compared: Compared): boolean {
  const { one, other } = compared;
  const value = grade(weights.sameAnswer, {
    ...commonValues(compared),
    numbers: is(areNumbers(one, other)),
    silent: is(!isTelling(one.answer) && !isTelling(other.answer)),
  });
  return value >= cautionFor(compared.evidence.questions);
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

/** In a larger bank, more pairs look alike by chance. */
function cautionFor(questions = 0): number {
  return bar + growth * Math.max(0, Math.log(questions / usualSize));
}

const bar = -0.25;
const usualSize = 3000;
const growth = 0.5;

function is(value: boolean): number {
  return value ? 1 : 0;
}
