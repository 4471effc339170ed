import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { confidenceOf, evenConfusion, maxConfidence } from './confusion.ts';
import { mostProbableClass, type Predictions, visitItems } from './predictions.ts';

/** The share of wrong labels that `detectable` assumes. */
const assumedNoise = 0.1;

/** How good the model is where labels are right, whatever their noise. */
export interface Sharpness {
  /** The expected share of wrong labels that would be found if a tenth were wrong. */
  readonly detectable: number;
  /** The expected kappa with the true labels. */
  readonly kappa: number;
}

export function measureSharpness(predictions: Predictions, control: AnalysisControl): Sharpness {
  const { labels, probabilities, classes } = predictions;
  const assumed = evenConfusion(assumedNoise, classes);
  const [predicted, expected] = [new Float64Array(classes), new Float64Array(classes)];
  let [found, right] = [0, 0];
  visitItems(predictions, control, (item) => {
    const best = mostProbableClass(predictions, item);
    predicted[best] = (predicted[best] ?? 0) + 1;
    right += probabilities[item * classes + best] ?? 0;
    for (let each = 0; each < classes; each += 1) {
      const probability = probabilities[item * classes + each] ?? 0;
      expected[each] = (expected[each] ?? 0) + probability;
      if (confidenceOf(predictions, item, each, assumed) >= maxConfidence) continue;
      found += (1 - probability) / (classes - 1);
    }
  });
  throwIfAborted(control);
  const total = labels.length;
  const chance = predicted.reduce(
    (sum, count, each) => sum + (count * (expected[each] ?? 0)) / total ** 2,
    0,
  );
  return {
    detectable: found / total,
    kappa: chance >= 1 ? 0 : (right / total - chance) / (1 - chance),
  };
}
