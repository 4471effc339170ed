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
 * The weights of a logistic model of whether two questions are one, by their words and cosines of embeddings whose scale
 * is not known: those of an endpoint, or one that is assumed. Fitted on the conflicts and look-alikes of the sets
 * of `bench/analysis/pairs` that may be read and on pairs of real banks.
 */
export const weights = {
  bias: -5.25,
  sharedPart: 2.03,
  sharedWords: 2.32,
  sharedNames: -0.59,
  nearWords: 0.83,
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

export type Weights = Readonly<Record<keyof typeof weights, number>>;

/** The cosine of the keys of two questions taken at random; of two planets or two painters it is more. */
export const usualAnswers = 0.6;

/** What vectors show at most where a pair is in doubt. */
export const best = { cosine: 0.97, answerCosine: 0.9 };
