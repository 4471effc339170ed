import type { AnalysisControl } from '../../analysis-type.ts';
import { shareOf } from '../../kit/figures.ts';
import { mostProbableClass, type Predictions, visitItems } from './predictions.ts';

export interface Agreement {
  readonly accuracy: number;
  /** The mean over the classes of 2·both / (given + predicted). */
  readonly macroF1: number;
  /** Cohen's kappa: the agreement beyond chance; 0 is no better than chance. */
  readonly kappa: number;
  /** The share of the most frequent class: the accuracy of a constant prediction. */
  readonly majority: number;
}

/** The agreement of the most probable classes with the given ones. */
export function measureAgreement(predictions: Predictions, control: AnalysisControl): Agreement {
  const { labels, classes } = predictions;
  const given = new Float64Array(classes);
  const predictedCounts = new Float64Array(classes);
  const both = new Float64Array(classes);
  visitItems(predictions, control, (item) => {
    const [label, predicted] = [labels[item] ?? 0, mostProbableClass(predictions, item)];
    given[label] = (given[label] ?? 0) + 1;
    predictedCounts[predicted] = (predictedCounts[predicted] ?? 0) + 1;
    if (label === predicted) both[label] = (both[label] ?? 0) + 1;
  });
  const total = labels.length;
  const accuracy = sumOf(both) / total;
  const chanceAgreement = sumOf(
    given.map((count, each) => (count * (predictedCounts[each] ?? 0)) / total ** 2),
  );
  const f1 = both.map(
    (hit, each) => shareOf(2 * hit, (given[each] ?? 0) + (predictedCounts[each] ?? 0)) ?? 0,
  );
  return {
    accuracy,
    macroF1: sumOf(f1) / classes,
    kappa: chanceAgreement === 1 ? 0 : (accuracy - chanceAgreement) / (1 - chanceAgreement),
    majority: Math.max(...given) / total,
  };
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
