/**
 * Pairs that look alike by chance grow with the square of a bank, those that are one question only with the bank:
 * of 20,000 questions or more, odds of 2.5 are asked for, of a few hundred, odds below 1. So does how much it says
 * that other questions have the rarest word that both have. Pairs that share a lesser part of their words than
 * `trusted` are alike by chance in a small bank too, and gain less.
 */
const caution = {
  most: 0.9,
  growth: 0.6,
  largest: 20_000,
  smallest: 200,
  leastRivals: 0.5,
  trusted: 0.6,
};

/** What is taken off the logarithm of the odds. */
export function cautionFor(questions: number, rivals: number, sharedPart: number): number {
  const size = Math.min(caution.largest, Math.max(caution.smallest, questions));
  const smaller = Math.log(caution.largest / size);
  const part = smaller / Math.log(caution.largest / caution.smallest);
  const rivalry = 1 - part * (1 - caution.leastRivals);
  const trust = Math.min(1, sharedPart / caution.trusted);
  return caution.most - caution.growth * smaller * trust + rivalry * Math.log(Math.max(1, rivals));
}

/**
 * The weights of a logistic model of whether two questions are one. The first ones, up to `otherShape` without those
 * from `editActions` on, were fitted on 680 pairs of one question of `bench/analysis/pairs`, look-alikes, and 3,638 pairs
 * of 28,000 real questions with different answers, hardly any of them one question, and held at that. From
 * `editActions` to `unspecific` stands what used to make two questions of any pair: these were fitted with a ridge of 2
 * on 350 conflicts that the score decides and 126 look-alikes of the sets that may be read, and 2,700 pairs of 25,000
 * real questions, then rounded; `restRank` was lowered by hand for a pair of a real bank that the model took for one
 * question, as `growth` above. Fitting all of them anew did no better on a set that was left out (bench/README.md).
 */
export const weights = {
  bias: -2.78,
  sharedPart: 1.44,
  sharedWords: 1.65,
  rest: -0.48,
  restNames: -0.71,
  restYear: -1.35,
  restFirst: -0.09,
  restContrast: -0.75,
  restRelation: -0.25,
  otherNouns: -0.41,
  exchanged: -1.16,
  samePlace: -0.23,
  asksOther: -0.93,
  sameType: 0.48,
  halfKnownType: 0.3,
  answerLength: -0.5,
  yearsApart: -1.44,
  lessRest: 0.28,
  sharedNames: -0.19,
  nearWords: -0.34,
  otherRelation: 0.31,
  numbers: 0.31,
  countries: 0.27,
  otherShape: -0.25,
  editActions: -4.5,
  restOwned: -0.8,
  restPart: -0.9,
  restRank: -4,
  otherType: -2.6,
  otherCount: -2.6,
  unspecific: -1.75,
  cosine: 5.4,
  answerCosine: 3.6,
};
