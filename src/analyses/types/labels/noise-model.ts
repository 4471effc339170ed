import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { softmax } from '../../kit/terms/naive-bayes.ts';
import { maximizeLikelihood } from './maximize-likelihood.ts';

/** A score of every class for every item, row-major, with the expected weight of it. */
export interface Evidence {
  readonly scores: Float32Array;
  /** The weight in the banks it was tried on; normally distributed in the prior. */
  readonly weight: { readonly mean: number; readonly sd: number };
}

export interface NoiseModel {
  /** The estimated share of wrong labels. */
  readonly noise: number;
  /** The probability of each class being the true one, from the evidence alone; row-major. */
  readonly probabilities: Float64Array;
}

/** More are not needed for a dozen parameters; they would only take time. */
const maxFitted = 20_000;
/**
 * The prior weighs as much against more items as against these: its deviations are what the banks
 * differ by, and words are not independent, so that many items make the fit too sure of itself.
 */
const effectiveItems = 4000;
const maxNoise = 0.4;
const startingNoise = 0.05;
/** Class biases correct what is left of the priors; they are small. */
const biasPrecision = 0.1;
const itemsBetweenPolls = 1000;

/**
 * Calibrates out-of-sample scores and estimates the share of wrong labels at once: the true class
 * has probability softmax(Σ weight · score + bias), and a label is another class, any of them, with
 * the probability `noise`. The classifier is trained on the labels as they are, so that a calibration
 * without noise would take wrong labels for uncertainty of the text, and noise without calibration
 * uncertainty for wrong labels.
 */
export function fitNoiseModel(
  evidence: readonly Evidence[],
  labels: ArrayLike<number>,
  classes: number,
  control: AnalysisControl,
): NoiseModel {
  const size = evidence.length + classes + 1;
  const logits = (parameters: Float64Array, item: number, into: Float64Array) => {
    for (let each = 0; each < classes; each += 1) {
      let logit = parameters[evidence.length + each] ?? 0;
      for (let part = 0; part < evidence.length; part += 1) {
        const score = evidence[part]?.scores[item * classes + each] ?? 0;
        logit += (parameters[part] ?? 0) * score;
      }
      into[each] = logit;
    }
    softmax(into);
  };
  const start = new Float64Array(size);
  for (const [part, { weight }] of evidence.entries()) start[part] = weight.mean;
  start[size - 1] = Math.log(startingNoise / (maxNoise - startingNoise));

  const row = new Float64Array(classes);
  const stride = Math.max(1, Math.ceil(labels.length / maxFitted));
  const fitted = maximizeLikelihood(
    start,
    control,
    (parameters, addGradient) => {
      const noise = noiseOf(parameters);
      const { kept, spread } = mixture(noise, classes);
      let logLikelihood = 0;
      for (let item = 0; item < labels.length; item += stride) {
        const label = labels[item] ?? 0;
        logits(parameters, item, row);
        const own = row[label] ?? 0;
        const likelihood = kept * own + spread + 1e-300;
        logLikelihood += Math.log(likelihood);
        if (!addGradient) continue;
        const gradient = new Float64Array(size);
        for (let each = 0; each < classes; each += 1) {
          const slope = ((kept * own) / likelihood) * (Number(each === label) - (row[each] ?? 0));
          gradient[evidence.length + each] = slope;
          for (let part = 0; part < evidence.length; part += 1) {
            const score = evidence[part]?.scores[item * classes + each] ?? 0;
            gradient[part] = (gradient[part] ?? 0) + slope * score;
          }
        }
        const byNoise = (1 - classes * own) / (classes - 1) / likelihood;
        gradient[size - 1] = byNoise * noise * (1 - noise / maxNoise);
        addGradient(gradient);
      }
      return logLikelihood;
    },
    priorOf(evidence, classes, Math.max(1, labels.length / stride / effectiveItems)),
  );

  const probabilities = new Float64Array(labels.length * classes);
  for (let item = 0; item < labels.length; item += 1) {
    if (item % itemsBetweenPolls === 0) throwIfAborted(control);
    logits(fitted, item, probabilities.subarray(item * classes, (item + 1) * classes));
  }
  return { noise: noiseOf(fitted), probabilities };
}

function noiseOf(parameters: Float64Array): number {
  return maxNoise / (1 + Math.exp(-(parameters.at(-1) ?? 0)));
}

/** P(label) = kept · P(true class is the label) + spread. */
function mixture(noise: number, classes: number) {
  const spread = noise / (classes - 1);
  return { kept: 1 - noise - spread, spread };
}

function priorOf(evidence: readonly Evidence[], classes: number, scale: number) {
  return [
    ...evidence.map(({ weight: { mean, sd } }) => ({ mean, precision: scale / sd ** 2 })),
    ...Array.from({ length: classes }, () => ({ mean: 0, precision: biasPrecision })),
    { mean: 0, precision: 0 },
  ];
}

/**
 * Labels that are less likely right than this are issues: of those between this and a half, two in
 * five are wrong; of all, about three quarters.
 */
export const maxConfidence = 0.65;

/** The probability that a label is right, given the text and that it was chosen. */
export function confidenceOf(probability: number, noise: number, classes: number): number {
  const { kept, spread } = mixture(noise, classes);
  const likelihood = kept * probability + spread;
  return likelihood === 0 ? 1 : ((1 - noise) * probability) / likelihood;
}

/** The probability of a label, wrong ones included. */
export function labelProbability(probability: number, noise: number, classes: number): number {
  const { kept, spread } = mixture(noise, classes);
  return kept * probability + spread;
}
