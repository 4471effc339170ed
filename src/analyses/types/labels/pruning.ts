import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { type Matrix, matrixOf } from './confident-joint.ts';
import type { Predictions } from './predictions.ts';

/** Items of a class that are never pruned. */
const minKept = 1;

/**
 * How many items of each given class (row) to prune for each likely class (column); the diagonal is
 * the number to keep, at least `minKept` at the expense of the others.
 */
export function pruneCounts(calibrated: Matrix): Matrix {
  const counts = matrixOf(calibrated.size);
  for (const [given, row] of calibrated.rows().entries()) {
    const kept = row[given] ?? 0;
    const raised = Math.max(kept, minKept) - kept;
    const others = Math.max(1, row.filter((count) => count !== 0).length - 1);
    for (const [predicted, count] of row.entries()) {
      const left = Math.max(0, Math.trunc(count - raised / others));
      counts.set(given, predicted, predicted === given ? kept + raised : left);
    }
  }
  return counts;
}

/** Per class pair, the items with the largest margin, as many as counted for the pair. */
export function pruneByNoiseRate(
  predictions: Predictions,
  counts: Matrix,
  control: AnalysisControl,
): Uint8Array {
  const { labels, probabilities, classes } = predictions;
  const pruned = new Uint8Array(labels.length);
  for (const [given, members] of membersByClass(predictions).entries()) {
    if (members.length <= minKept) continue;
    for (let predicted = 0; predicted < classes; predicted += 1) {
      const count = counts.get(given, predicted);
      if (predicted === given || count === 0) continue;
      throwIfAborted(control);
      const lead = (item: number) =>
        (probabilities[item * classes + predicted] ?? 0) -
        (probabilities[item * classes + given] ?? 0);
      for (const item of smallestBy(members, (member) => -lead(member), count)) pruned[item] = 1;
    }
  }
  return pruned;
}

/** Per class, the items with the lowest self-confidence, as many as are not kept. */
export function pruneByClass(
  predictions: Predictions,
  counts: Matrix,
  control: AnalysisControl,
): Uint8Array {
  const { labels, probabilities, classes } = predictions;
  const pruned = new Uint8Array(labels.length);
  for (const [given, members] of membersByClass(predictions).entries()) {
    const count = members.length - counts.get(given, given);
    if (members.length <= minKept || count < 1) continue;
    throwIfAborted(control);
    const own = (item: number) => probabilities[item * classes + given] ?? 0;
    for (const item of smallestBy(members, own, count)) pruned[item] = 1;
  }
  return pruned;
}

function membersByClass({ labels, classes }: Predictions): number[][] {
  const members = Array.from({ length: classes }, (): number[] => []);
  for (let item = 0; item < labels.length; item += 1) members[labels[item] ?? 0]?.push(item);
  return members;
}

/** Ties go to the first. */
function smallestBy(items: readonly number[], measure: (item: number) => number, count: number) {
  const measures = Float64Array.from(items, measure);
  const order = Uint32Array.from(items.keys());
  order.sort((one, other) => (measures[one] ?? 0) - (measures[other] ?? 0) || one - other);
  return Array.from(order.subarray(0, count), (at) => items[at] ?? 0);
}
