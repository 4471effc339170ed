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
export function measureAgreement(guesses: Predictions, control: AnalysisControl): Agreement {
  const { labels, classes } = guesses;
  const given = new Float64Array(classes);
  const guessed = new Float64Array(classes);
  const both = new Float64Array(classes);
  visitItems(guesses, control, (item) => {
    const [label, guess] = [labels[item] ?? 0, mostProbableClass(guesses, item)];
    given[label] = (given[label] ?? 0) + 1;
    guessed[guess] = (guessed[guess] ?? 0) + 1;
    if (label === guess) both[label] = (both[label] ?? 0) + 1;
  });
  const total = labels.length;
  const accuracy = sumOf(both) / total;
  const chance = sumOf(given.map((count, each) => (count * (guessed[each] ?? 0)) / total ** 2));
  const f1 = both.map(
    (hit, each) => shareOf(2 * hit, (given[each] ?? 0) + (guessed[each] ?? 0)) ?? 0,
  );
  return {
    accuracy,
    macroF1: sumOf(f1) / classes,
    kappa: chance === 1 ? 0 : (accuracy - chance) / (1 - chance),
    majority: Math.max(...given) / total,
  };
}

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
