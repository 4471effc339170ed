import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { createRandom, shuffle } from '../statistics/seeded-random.ts';
import { createTrainer, type NaiveBayes, type Training } from './naive-bayes.ts';

const rowsBetweenPolls = 200;

export interface CrossValidation {
  readonly folds: number;
  /** Of the random assignment to folds. */
  readonly seed: number;
}

/**
 * Calls `visit` for every row with a model that was not trained on it: the model of the other folds
 * for rows with a class, the model of all rows for those without.
 */
export function visitHeldOut(
  training: Training,
  { folds, seed }: CrossValidation,
  control: AnalysisControl,
  visit: (row: number, model: NaiveBayes) => void,
): void {
  const { classOf, classes } = training;
  throwIfAborted(control);
  const foldOf = stratifiedFolds(classOf, classes, { folds, seed });
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

/**
 * Assigns the rows of each class to folds by a seeded shuffle, so that every fold has about the
 * same class distribution. Rows without a class (below 0) are in no fold: −1.
 */
export function stratifiedFolds(
  classOf: Int32Array,
  classes: number,
  { folds, seed }: CrossValidation,
): Int32Array {
  const members = Array.from({ length: classes }, (): number[] => []);
  for (let row = 0; row < classOf.length; row += 1) members[classOf[row] ?? -1]?.push(row);
  const foldOf = new Int32Array(classOf.length).fill(-1);
  const random = createRandom(seed);
  let assigned = 0;
  for (const rows of members) {
    for (const row of shuffle(rows, random)) {
      foldOf[row] = assigned % folds;
      assigned += 1;
    }
  }
  return foldOf;
}
