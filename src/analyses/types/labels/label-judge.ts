import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { confidenceOf, evenRedraw, maxConfidence } from './noise-model.ts';
import type { LabelPredictions } from './predict-labels.ts';
import { mostProbableClass, visitItems } from './predictions.ts';

/** What the model says about the label of one item. */
export interface Judgement {
  /** The probability that the given label is right, given the text and that it was chosen. */
  readonly confidence: number;
  /** The most probable other class. */
  readonly suggested: number;
  /** confidence − probability of the suggested class, scaled to 0–1. */
  readonly margin: number;
}

/** The share of wrong labels that `detectableShare` assumes. */
const assumedNoise = 0.1;

export function judgeLabel({ known, redraw }: LabelPredictions, item: number): Judgement {
  const { labels, probabilities, classes } = known;
  const label = labels[item] ?? 0;
  const own = probabilities[item * classes + label] ?? 0;
  let suggested = label === 0 ? 1 : 0;
  for (let each = 0; each < classes; each += 1) {
    const [index, best] = [item * classes + each, item * classes + suggested];
    if (each !== label && (probabilities[index] ?? 0) > (probabilities[best] ?? 0))
      suggested = each;
  }
  const confidence = confidenceOf(own, label, redraw);
  const other = probabilities[item * classes + suggested] ?? 0;
  // A wrong label may be any class: the others share what is left in proportion to their own.
  const otherShare = own < 1 ? ((1 - confidence) * other) / (1 - own) : 0;
  return { confidence, suggested, margin: (confidence - otherShare + 1) / 2 };
}

export function isProbablyWrong(predictions: LabelPredictions, item: number): boolean {
  return judgeLabel(predictions, item).confidence < maxConfidence;
}

/** How good the model is where labels are right, whatever their noise. */
export interface Sharpness {
  /** The expected share of wrong labels that would be found if a tenth were wrong. */
  readonly detectable: number;
  /** The expected kappa with the true labels. */
  readonly kappa: number;
}

export function measureSharpness({ known }: LabelPredictions, control: AnalysisControl): Sharpness {
  const { labels, probabilities, classes } = known;
  const assumed = evenRedraw(assumedNoise, classes);
  const [predicted, expected] = [new Float64Array(classes), new Float64Array(classes)];
  let [found, right] = [0, 0];
  visitItems(known, control, (item) => {
    const best = mostProbableClass(known, item);
    predicted[best] = (predicted[best] ?? 0) + 1;
    right += probabilities[item * classes + best] ?? 0;
    for (let each = 0; each < classes; each += 1) {
      const probability = probabilities[item * classes + each] ?? 0;
      expected[each] = (expected[each] ?? 0) + probability;
      if (confidenceOf(probability, each, assumed) >= maxConfidence) continue;
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
