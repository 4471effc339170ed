import type { Predictions } from './predictions.ts';

/** The probability of each given label (column) for questions of each true class (row), row-major. */
export type Confusion = Float64Array;

/** So many labels are wrong, and every other one is as likely. */
export function evenConfusion(noise: number, classes: number): Confusion {
  return Float64Array.from({ length: classes * classes }, (_, at) =>
    at % (classes + 1) === 0 ? 1 - noise : noise / (classes - 1),
  );
}

/** The expected number of questions of each true class (row) with each given label, row-major. */
export interface ConfusionCounts {
  readonly classes: number;
  readonly counts: Float64Array;
}

/** Every other label is as likely. */
export function estimateEven(counts: ConfusionCounts): Confusion {
  return evenConfusion(noiseOf(counts), counts.classes);
}

/** Other labels are as likely as they are frequent, as if labels had been mixed up. */
export function estimateMixed({ classes, counts }: ConfusionCounts): Confusion {
  const total = sumOf(counts);
  const shares = sumByLabel(counts, classes).map((sum) => sum / total);
  // A label that is drawn anew may be the same.
  const byChance = shares.reduce((sum, share) => sum + share ** 2, 0);
  const drawn = Math.min(1, noiseOf({ classes, counts }) / (1 - byChance));
  return Float64Array.from({ length: classes * classes }, (_, at) => {
    const kept = at % (classes + 1) === 0 ? 1 - drawn : 0;
    return kept + drawn * (shares[at % classes] ?? 0);
  });
}

/** In questions: how many stand for what all classes have in common, as most have few wrong labels. */
const priorOfRate = 50;
const priorOfPair = 20;
const priorOfLabel = 50;

/**
 * Some classes are taken for certain others: the rates of every pair, drawn towards those of the
 * label among all wrong ones, and these towards the same rate.
 */
export function estimateConfused({ classes, counts }: ConfusionCounts): Confusion {
  const wrong = counts.map((count, at) => (at % (classes + 1) === 0 ? 0 : count));
  const noise = noiseOf({ classes, counts });
  const ofLabel = sumByLabel(wrong, classes).map((sum) => sum + priorOfLabel / classes);
  const confusion = new Float64Array(classes * classes);
  for (let each = 0; each < classes; each += 1) {
    const row = wrong.subarray(each * classes, (each + 1) * classes);
    const total = sumOf(counts.subarray(each * classes, (each + 1) * classes));
    const rate = (sumOf(row) + priorOfRate * noise) / (total + priorOfRate);
    const others = sumOf(ofLabel) - (ofLabel[each] ?? 0);
    for (let label = 0; label < classes; label += 1) {
      const share =
        ((row[label] ?? 0) + (priorOfPair * (ofLabel[label] ?? 0)) / others) /
        (sumOf(row) + priorOfPair);
      confusion[each * classes + label] = label === each ? 1 - rate : rate * share;
    }
  }
  return confusion;
}

function noiseOf({ classes, counts }: ConfusionCounts): number {
  const right = counts.reduce((sum, count, at) => sum + (at % (classes + 1) === 0 ? count : 0), 0);
  return 1 - right / sumOf(counts);
}

/** The expected number of questions of each true class. */
export function sumByClass({ classes, counts }: ConfusionCounts): Float64Array {
  return Float64Array.from({ length: classes }, (_, each) =>
    sumOf(counts.subarray(each * classes, (each + 1) * classes)),
  );
}

/** The sum of each column. */
function sumByLabel(counts: Float64Array, classes: number): Float64Array {
  const sums = new Float64Array(classes);
  for (const [at, count] of counts.entries())
    sums[at % classes] = (sums[at % classes] ?? 0) + count;
  return sums;
}

/** The probability that an item is given a label, be it right or wrong. */
export function labelProbability(
  { probabilities, classes }: Pick<Predictions, 'probabilities' | 'classes'>,
  item: number,
  label: number,
  confusion: Confusion,
): number {
  let sum = 0;
  for (let each = 0; each < classes; each += 1) {
    sum += (probabilities[item * classes + each] ?? 0) * (confusion[each * classes + label] ?? 0);
  }
  return sum;
}

/** The probability that a label is right, given the text and that it was chosen. */
export function confidenceOf(
  predictions: Pick<Predictions, 'probabilities' | 'classes'>,
  item: number,
  label: number,
  confusion: Confusion,
): number {
  const { probabilities, classes } = predictions;
  const likelihood = labelProbability(predictions, item, label, confusion);
  const kept = confusion[label * (classes + 1)] ?? 0;
  return likelihood === 0 ? 1 : (kept * (probabilities[item * classes + label] ?? 0)) / likelihood;
}

/**
 * Labels that are less likely right than this are issues: of those between this and a half, two in
 * five are wrong; of all, about three quarters.
 */
export const maxConfidence = 0.65;

function sumOf(values: Float64Array): number {
  return values.reduce((sum, value) => sum + value, 0);
}
