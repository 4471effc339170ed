import type { PairEvidence } from './pair-evidence.ts';

/**
 * Pairs that look alike by chance grow with the square of a bank, those that are one question only with the bank:
 * the larger it is, the more is asked for. So does how many other questions have the rarest word that both have, the
 * more the smaller the bank. Pairs that share a lesser part of their words than `trusted` are alike by chance in a small
 * bank too, and gain less.
 */
const caution = {
  growth: 0.92,
  growthOfLarge: 0.7,
  large: 6000,
  usual: 20_000,
  largest: 100_000,
  smallest: 600,
  rivals: 0.42,
  rivalsOfFew: 0.33,
  trusted: 0.6,
};

/** The logarithm of how many times smaller than `usual` a bank is; below 0 for a larger one. */
export function smallnessOf(questions: number = caution.usual): number {
  const size = Math.min(caution.largest, Math.max(caution.smallest, questions));
  return Math.log(caution.usual / size);
}

/** What is taken off the logarithm of the odds. */
export function cautionFor(
  questions: number | undefined,
  rivals: number,
  sharedPart: number,
): number {
  const smaller = smallnessOf(questions);
  const trust = smaller > 0 ? Math.min(1, sharedPart / caution.trusted) : 1;
  const size = Math.min(caution.largest, questions ?? caution.large);
  const largeness = Math.log(Math.max(1, size / caution.large));
  const rivalry = (caution.rivals + caution.rivalsOfFew * smaller) * Math.log(Math.max(1, rivals));
  return rivalry + caution.growthOfLarge * largeness - caution.growth * smaller * trust;
}

/**
 * The weights of a logistic model of whether two questions are one, fitted on the conflicts and look-alikes of the sets
 * of `bench/analysis/pairs` that may be read, alone, beside the samples and among 5,250 questions of OpenTDB, and on
 * pairs of 26 real banks of 576 to 20,000 questions with different answers, hardly any of them one question. How alike
 * the sentences are says most of it. Set by hand: `restRank`, of which the sets have few; what choices say, which the
 * sets have not; and `bias`, so that OpenTDB has two or three wrong conflicts.
 */
const weights = {
  bias: -13.11,
  sharedPart: 0.12,
  sharedWords: -0.04,
  sharedNames: -0.51,
  nearWords: 0.8,
  noRest: 1.71,
  sameMaker: 3.09,
  rest: 0.47,
  lessRest: 0.02,
  restNames: -0.16,
  restNumber: -0.08,
  restFirst: -1.52,
  restContrast: -0.37,
  restPart: -0.01,
  restRank: -2,
  exchanged: -0.62,
  otherNouns: -0.71,
  otherCounted: 0.57,
  otherRare: -0.1,
  editActions: -6.49,
  otherType: -2.49,
  otherCount: -2.32,
  otherShape: -1.15,
  answerLength: -0.76,
  yearsApart: -1.67,
  doubt: -3.52,
  rejected: 0.3,
  unrejected: -2,
  cosine: 16.56,
  answerCosine: 4.67,
};

export type Weights = Readonly<Record<keyof typeof weights, number>>;

/** Where embeddings take too long, or are of a model whose cosines are on a scale of their own, words say more of it. */
const weightsOfWords: Weights = {
  bias: -5.25,
  sharedPart: 2.03,
  sharedWords: 2.32,
  sharedNames: -0.59,
  nearWords: 0.83,
  noRest: 0,
  sameMaker: 0,
  rest: 0.31,
  lessRest: -0.4,
  restNames: -0.35,
  restNumber: -0.52,
  restFirst: -0.95,
  restContrast: -0.41,
  restPart: -2.3,
  restRank: -4,
  exchanged: -1.2,
  otherNouns: -0.46,
  otherCounted: -0.5,
  otherRare: -0.5,
  editActions: -8.2,
  otherType: -2.6,
  otherCount: -2.45,
  otherShape: -0.82,
  answerLength: -0.18,
  yearsApart: -1.41,
  doubt: -2.5,
  rejected: 0.3,
  unrejected: -2,
  cosine: 6,
  answerCosine: 6.25,
};

export interface GradeModel {
  readonly weights: Weights;
  /** Of the keys of two questions taken at random; of two planets or two painters the cosine is more. */
  readonly usualAnswers: number;
  /** What the vectors show at most where a pair is in doubt: of 4,160 conflicts that are found, one needs more. */
  readonly best: { readonly cosine: number; readonly answerCosine: number };
}

const bySentences: GradeModel = {
  weights,
  usualAnswers: 0.3,
  best: { cosine: 0.92, answerCosine: 0.7 },
};

const byWords: GradeModel = {
  weights: weightsOfWords,
  usualAnswers: 0.6,
  best: { cosine: 0.97, answerCosine: 0.9 },
};

export function modelFor({ isAssumed, isOtherModel }: PairEvidence): GradeModel {
  return isAssumed || isOtherModel ? byWords : bySentences;
}
