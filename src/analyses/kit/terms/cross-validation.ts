import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { dealFolds } from './folds.ts';
import { createTrainer, type NaiveBayes, type Training } from './naive-bayes.ts';

const rowsBetweenPolls = 200;

/**
 * Shows every row to `visit` with a model that did not learn from it: rows with a class with the
 * model of the other folds, rows without with a model of all.
 */
export function visitHeldOut(
  training: Training,
  { folds, seed }: { readonly folds: number; readonly seed: number },
  control: AnalysisControl,
  visit: (row: number, model: NaiveBayes) => void,
): void {
  const { classOf, classes } = training;
  throwIfAborted(control);
  const foldOf = dealFolds(classOf, classes, { folds, seed });
  const train = createTrainer(training, control);
  for (let fold = -1; fold < folds; fold += 1) {
    if (!foldOf.includes(fold)) continue;
    const model = train((row) => foldOf[row] !== fold);
    for (let row = 0; row < foldOf.length; row += 1) {
      if (row % rowsBetweenPolls === 0) throwIfAborted(control);
      if (foldOf[row] === fold) visit(row, model);
    }
    control.progress((fold + 2) / (folds + 1));
  }
  control.progress(1);
}
