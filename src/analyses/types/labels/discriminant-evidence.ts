import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { trainDiscriminants } from '../../kit/statistics/linear-discriminant.ts';
import { type CrossValidation, stratifiedFolds } from '../../kit/terms/cross-validation.ts';
import { isZero } from './points.ts';

/**
 * The logarithm of the probability of each class by the place of a point, from a discriminant that was
 * not trained on it; row-major, 0 for a zero vector.
 */
export function scoreByDiscriminant(
  points: readonly Float32Array[],
  labels: Int32Array,
  classes: number,
  { folds, seed }: CrossValidation,
  control: AnalysisControl,
): Float32Array {
  const hasVector = points.map((point) => !isZero(point));
  const classOf = labels.map((label, item) => (hasVector[item] ? label : -1));
  const foldOf = stratifiedFolds(labels, classes, { folds, seed });
  const scores = new Float32Array(labels.length * classes);
  const train = trainDiscriminants({ points, classOf, classes }, { foldOf, folds }, control);
  for (let heldOut = 0; heldOut < folds; heldOut += 1) {
    const discriminant = train(heldOut);
    for (const [item, point] of points.entries()) {
      if (foldOf[item] !== heldOut || !hasVector[item]) continue;
      const own = discriminant(point);
      const top = Math.max(...own);
      const total = Math.log(own.reduce((sum, score) => sum + Math.exp(score - top), 0));
      scores.set(
        own.map((score) => score - top - total),
        item * classes,
      );
    }
    throwIfAborted(control);
    control.progress((heldOut + 1) / folds);
  }
  return scores;
}
