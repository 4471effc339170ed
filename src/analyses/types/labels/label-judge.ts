import { confidenceOf, maxConfidence } from './noise-model.ts';
import type { LabelPredictions } from './predict-labels.ts';

/** What the model says about the label of one item. */
export interface Judgement {
  /** The probability that the given label is right, given the text and that it was chosen. */
  readonly confidence: number;
  /** The most probable other class. */
  readonly suggested: number;
  /** confidence − probability of the suggested class, scaled to 0–1. */
  readonly margin: number;
}

type JudgedBy = Pick<LabelPredictions, 'known' | 'redraw'>;

export function judgeLabel({ known, redraw }: JudgedBy, item: number): Judgement {
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

export function isProbablyWrong(predictions: JudgedBy, item: number): boolean {
  return judgeLabel(predictions, item).confidence < maxConfidence;
}
