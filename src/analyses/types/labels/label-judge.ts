import { confidenceOf, labelProbability, maxConfidence } from './confusion.ts';
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

type JudgedBy = Pick<LabelPredictions, 'known' | 'confusion'>;

export function judgeLabel({ known, confusion }: JudgedBy, item: number): Judgement {
  const { labels, probabilities, classes } = known;
  const label = labels[item] ?? 0;
  const probabilityOf = (each: number) => probabilities[item * classes + each] ?? 0;
  const likelihoodOf = (each: number) =>
    probabilityOf(each) * (confusion[each * classes + label] ?? 0);
  let suggested = label === 0 ? 1 : 0;
  for (let each = 0; each < classes; each += 1) {
    // Where no label is wrong, other filters still ask for the most probable other one.
    const lead =
      likelihoodOf(each) - likelihoodOf(suggested) ||
      probabilityOf(each) - probabilityOf(suggested);
    if (each !== label && lead > 0) suggested = each;
  }
  const confidence = confidenceOf(known, item, label, confusion);
  const likelihood = labelProbability(known, item, label, confusion);
  const other = likelihood === 0 ? 0 : likelihoodOf(suggested) / likelihood;
  return { confidence, suggested, margin: (confidence - other + 1) / 2 };
}

export function isProbablyWrong({ known, confusion }: JudgedBy, item: number): boolean {
  return confidenceOf(known, item, known.labels[item] ?? 0, confusion) < maxConfidence;
}
