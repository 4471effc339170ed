import type { AnalysisControl } from '../../analysis-type.ts';
import { calibrateJoint, type Matrix, matrixOf } from './confident-joint.ts';
import { type Predictions, visitItems } from './predictions.ts';
import { pruneByClass, pruneByNoiseRate, pruneCounts } from './pruning.ts';

export const issueFilters = ['confident_learning', 'prune_by_noise_rate', 'both'] as const;

export type IssueFilter = (typeof issueFilters)[number];

/** Probabilities closer than this to a threshold, or to that of the label, count as equal. */
const tolerance = 1e-6;

/** The threshold of a class without items: no probability reaches it. */
const outOfReach = 2;

/**
 * Confident learning (Northcutt, Jiang and Chuang, JAIR 70, 2021) as in cleanlab 2.9: finds likely
 * label errors from the given labels and out-of-sample probabilities.
 */
export interface ConfidentLearning {
  readonly thresholds: Float64Array;
  /** Counts by given class (row) and likely class (column); at least 1 on the diagonal. */
  readonly joint: Matrix;
  /** The same, calibrated to the number of items of each given class, in integers. */
  readonly calibrated: Matrix;
  /** Whether each item's label is likely wrong. */
  isIssue(item: number): boolean;
}

export function findLabelIssues(
  predictions: Predictions,
  filter: IssueFilter,
  control: AnalysisControl,
): ConfidentLearning {
  const thresholds = confidentThresholds(predictions, control);
  const counted = countConfident(predictions, thresholds, control);
  const counts = countLabels(predictions);
  const calibrated = calibrateJoint(counted.joint, counts);
  const candidates =
    filter === 'confident_learning'
      ? counted.offDiagonal
      : prune(predictions, calibrated, filter, control);
  return {
    thresholds,
    joint: counted.joint,
    calibrated,
    isIssue: (item) => candidates[item] === 1 && !isMostProbable(predictions, item),
  };
}

/** The mean probability of each class over the items labeled with it. */
export function confidentThresholds(
  predictions: Predictions,
  control: AnalysisControl,
): Float64Array {
  const { labels, probabilities, classes } = predictions;
  const sums = new Float64Array(classes);
  visitItems(predictions, control, (item) => {
    const label = labels[item] ?? 0;
    sums[label] = (sums[label] ?? 0) + (probabilities[item * classes + label] ?? 0);
  });
  const counts = countLabels(predictions);
  return sums.map((sum, label) => {
    const count = counts[label] ?? 0;
    return count === 0 ? outOfReach : Math.max(sum / count, 2 * tolerance);
  });
}

/**
 * Counts every item confidently assigned to a class, and marks those assigned to another class than
 * given.
 */
export function countConfident(
  predictions: Predictions,
  thresholds: ArrayLike<number>,
  control: AnalysisControl,
) {
  const { labels, classes } = predictions;
  const joint = matrixOf(classes);
  const offDiagonal = new Uint8Array(labels.length);
  visitItems(predictions, control, (item) => {
    const predicted = confidentClass(predictions, item, thresholds);
    if (predicted === undefined) return;
    const label = labels[item] ?? 0;
    joint.add(label, predicted, 1);
    if (predicted !== label) offDiagonal[item] = 1;
  });
  for (let each = 0; each < classes; each += 1) {
    joint.set(each, each, Math.max(1, joint.get(each, each)));
  }
  return { joint, offDiagonal };
}

/**
 * The class whose threshold the item reaches. If it reaches several, it is the most probable of all
 * classes, even one below its own threshold, as in cleanlab.
 */
function confidentClass(
  { probabilities, classes }: Predictions,
  item: number,
  thresholds: ArrayLike<number>,
): number | undefined {
  let [reached, first, mostProbable] = [0, 0, 0];
  const row = item * classes;
  for (let each = 0; each < classes; each += 1) {
    const probability = probabilities[row + each] ?? 0;
    if (probability > (probabilities[row + mostProbable] ?? 0)) mostProbable = each;
    if (probability >= (thresholds[each] ?? outOfReach) - tolerance) {
      if (reached === 0) first = each;
      reached += 1;
    }
  }
  if (reached === 0) return undefined;
  return reached === 1 ? first : mostProbable;
}

function prune(
  predictions: Predictions,
  calibrated: Matrix,
  filter: IssueFilter,
  control: AnalysisControl,
): Uint8Array {
  const counts = pruneCounts(calibrated);
  const byRate = pruneByNoiseRate(predictions, counts, control);
  if (filter === 'prune_by_noise_rate') return byRate;
  const byClass = pruneByClass(predictions, counts, control);
  return byRate.map((isPruned, item) => isPruned & (byClass[item] ?? 0));
}

function countLabels({ labels, classes }: Predictions): Int32Array {
  const counts = new Int32Array(classes);
  for (let item = 0; item < labels.length; item += 1) {
    const label = labels[item] ?? 0;
    counts[label] = (counts[label] ?? 0) + 1;
  }
  return counts;
}

/** A label that the model itself predicts is not an issue, whatever the counts. */
function isMostProbable(predictions: Predictions, item: number): boolean {
  const { labels, probabilities, classes } = predictions;
  const label = labels[item] ?? 0;
  const row = item * classes;
  const own = (probabilities[row + label] ?? 0) + tolerance;
  for (let each = 0; each < classes; each += 1) {
    const probability = probabilities[row + each] ?? 0;
    // Ties go to the first, as in argmax.
    if (each < label ? probability >= own : each > label && probability > own) return false;
  }
  return true;
}
