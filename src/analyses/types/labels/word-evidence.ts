import type { AnalysisControl } from '../../analysis-type.ts';
import { type CrossValidation, visitHeldOut } from '../../kit/terms/cross-validation.ts';
import { softmax, type Training } from '../../kit/terms/naive-bayes.ts';

/** The probability of each class by the words of the question, and its logarithm; row-major. */
export interface WordScores {
  readonly logarithms: Float32Array;
  readonly probabilities: Float32Array;
}

/** Scores rows by a classifier that was not trained on them; `indexOf` is their place, or −1. */
export function scoreWords(
  training: Training,
  indexOf: Int32Array,
  crossValidation: CrossValidation,
  control: AnalysisControl,
): WordScores {
  const { classes } = training;
  const size = indexOf.reduce((most, index) => Math.max(most, index + 1), 0) * classes;
  const [logarithms, probabilities] = [new Float32Array(size), new Float32Array(size)];
  const scores = new Float64Array(classes);
  visitHeldOut(training, crossValidation, control, (row, model) => {
    const index = indexOf[row] ?? -1;
    if (index < 0) return;
    model(row, scores);
    softmax(scores);
    probabilities.set(scores, index * classes);
    for (let each = 0; each < classes; each += 1)
      logarithms[index * classes + each] = Math.log((scores[each] ?? 0) + 1e-12);
  });
  return { logarithms, probabilities };
}
