import { type AnalysisControl, throwIfAborted } from '../analysis-type.ts';
import type { TermMatrix } from './term-matrix.ts';
import { turnMatrix } from './term-rows.ts';

export interface Training {
  readonly matrix: TermMatrix;
  /** The class of each row; rows of a class below 0 teach nothing. */
  readonly classOf: Int32Array;
  readonly classes: number;
  readonly alpha: number;
}

export interface NaiveBayes {
  /** The logarithm of each class' share in what was learned from. */
  readonly priors: Float64Array;
  /** Adds to `scores` how well the row's terms fit each class, as logarithms. */
  addFit(row: number, scores: Float64Array): void;
}

/** Learns from the rows it is told to; the model lasts until the next one is learned. */
export type Trainer = (
  isLearnedFrom: (row: number) => boolean,
  control: AnalysisControl,
) => NaiveBayes;

const termsBetweenPolls = 1000;

/**
 * Multinomial naive Bayes over TF-IDF weights. Its smoothing is not the same for every term but
 * follows the term's share in the whole set: a class of 50 questions among 100,000 would drown in
 * `alpha` for each of 300,000 terms (macro F1 on OpenTDB .45 so, .74 with this). `alpha` is the
 * weight of the whole set beside that of a mean class.
 *
 * ln P(term | class) = ln((w + m·p) / (W + m)), which but for a part that is the same for all
 * classes is ln(1 + w / (m·p)) + ln(m / (W + m)): the first is 0 for a class without the term, so
 * only classes with it are kept.
 */
export function createTrainer({ matrix, classOf, classes, alpha }: Training): Trainer {
  const turned = turnMatrix(matrix);
  // One model at a time, so that five folds need the memory of one.
  const starts = new Int32Array(matrix.terms + 1);
  const holders = new Int32Array(turned.rows.length);
  const gains = new Float32Array(turned.rows.length);
  const sums = new Float64Array(classes);

  const learnTerms = (
    isLearnedFrom: (row: number) => boolean,
    toShare: number,
    control: AnalysisControl,
  ) => {
    let size = 0;
    for (let term = 0; term < matrix.terms; term += 1) {
      if (term % termsBetweenPolls === 0) throwIfAborted(control);
      const first = size;
      let sum = 0;
      for (let at = turned.starts[term] ?? 0; at < (turned.starts[term + 1] ?? 0); at += 1) {
        const row = turned.rows[at] ?? 0;
        const owner = classOf[row] ?? -1;
        const weight = turned.weights[at] ?? 0;
        if (owner < 0 || !isLearnedFrom(row)) continue;
        const before = sums[owner] ?? 0;
        if (before === 0) {
          holders[size] = owner;
          size += 1;
        }
        sums[owner] = before + weight;
        sum += weight;
      }
      for (let at = first; at < size; at += 1) {
        const owner = holders[at] ?? 0;
        gains[at] = Math.log1p((sums[owner] ?? 0) / (sum * toShare));
        sums[owner] = 0;
      }
      starts[term + 1] = size;
    }
  };

  return (isLearnedFrom, control) => {
    const { counts, masses, total } = weighClasses(matrix, classOf, classes, isLearnedFrom);
    const smoothing = total > 0 ? (alpha * total) / classes : 1;
    const learned = counts.reduce((sum, count) => sum + count, 0);
    const lessening = masses.map((mass) => Math.log(smoothing / (mass + smoothing)));
    learnTerms(isLearnedFrom, smoothing / total, control);
    return {
      priors: counts.map((count) => Math.log(count / learned)),
      addFit(row, scores) {
        let known = 0;
        for (let at = matrix.starts[row] ?? 0; at < (matrix.starts[row + 1] ?? 0); at += 1) {
          const term = matrix.columns[at] ?? 0;
          const [start, end] = [starts[term] ?? 0, starts[term + 1] ?? 0];
          if (start === end) continue;
          const weight = matrix.weights[at] ?? 0;
          known += weight;
          for (let holder = start; holder < end; holder += 1) {
            const owner = holders[holder] ?? 0;
            scores[owner] = (scores[owner] ?? 0) + weight * (gains[holder] ?? 0);
          }
        }
        for (let each = 0; each < classes; each += 1) {
          scores[each] = (scores[each] ?? 0) + known * (lessening[each] ?? 0);
        }
      },
    };
  };
}

function weighClasses(
  { rows, starts, weights }: TermMatrix,
  classOf: Int32Array,
  classes: number,
  isLearnedFrom: (row: number) => boolean,
) {
  const [counts, masses] = [new Float64Array(classes), new Float64Array(classes)];
  let total = 0;
  for (let row = 0; row < rows; row += 1) {
    const owner = classOf[row] ?? -1;
    if (owner < 0 || !isLearnedFrom(row)) continue;
    let mass = 0;
    for (let at = starts[row] ?? 0; at < (starts[row + 1] ?? 0); at += 1) mass += weights[at] ?? 0;
    counts[owner] = (counts[owner] ?? 0) + 1;
    masses[owner] = (masses[owner] ?? 0) + mass;
    total += mass;
  }
  return { counts, masses, total };
}

/** Turns logarithms of scores into shares that add up to 1. */
export function toShares(scores: Float64Array): void {
  let highest = Number.NEGATIVE_INFINITY;
  for (const score of scores) if (score > highest) highest = score;
  let sum = 0;
  for (let each = 0; each < scores.length; each += 1) {
    const share = Math.exp((scores[each] ?? 0) - highest);
    scores[each] = share;
    sum += share;
  }
  for (let each = 0; each < scores.length; each += 1) scores[each] = (scores[each] ?? 0) / sum;
}
