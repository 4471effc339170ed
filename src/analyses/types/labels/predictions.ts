import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';

/** The given class of each item and the predicted probability of every class. */
export interface Predictions {
  /** The given class of each item, 0 to classes − 1. */
  readonly labels: ArrayLike<number>;
  /** Class probabilities, row-major by item. */
  readonly probabilities: ArrayLike<number>;
  readonly classes: number;
}

const itemsBetweenPolls = 1000;

/** Calls `visit` for every item; stops when aborted. */
export function visitItems(
  { labels }: Predictions,
  control: AnalysisControl,
  visit: (item: number) => void,
): void {
  for (let item = 0; item < labels.length; item += 1) {
    if (item % itemsBetweenPolls === 0) throwIfAborted(control);
    visit(item);
  }
}

/** The most probable class of an item. */
export function mostProbableClass({ probabilities, classes }: Predictions, item: number): number {
  let best = 0;
  for (let each = 1; each < classes; each += 1) {
    const [index, bestIndex] = [item * classes + each, item * classes + best];
    if ((probabilities[index] ?? 0) > (probabilities[bestIndex] ?? 0)) best = each;
  }
  return best;
}
