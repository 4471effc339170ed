import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { softmax } from '../../kit/terms/naive-bayes.ts';
import {
  type Confusion,
  type ConfusionCounts,
  estimateConfused,
  estimateEven,
  estimateMixed,
  evenConfusion,
  sumByClass,
} from './confusion.ts';
import { maximizeLikelihood, type Prior } from './maximize-likelihood.ts';

/** A score of every class for every item, row-major, with the expected weight of it. */
export interface Evidence {
  readonly scores: Float32Array;
  /** The weight in the banks it was tried on; normally distributed in the prior. */
  readonly weight: { readonly mean: number; readonly sd: number };
}

export interface LabelEvidence {
  readonly evidence: readonly Evidence[];
  readonly labels: ArrayLike<number>;
  readonly classes: number;
}

export interface NoiseModel {
  readonly confusion: Confusion;
  /** The estimated share of wrong labels. */
  readonly noise: number;
  /** The probability of each class being the true one, from the evidence alone; row-major. */
  readonly probabilities: Float64Array;
}

/** More are not needed for a dozen parameters; they would only take time. */
const maxFitted = 20_000;
const startingNoise = 0.05;
/** A few hundred items gain less than this log-likelihood by chance. */
const minTotalGain = 12;
const maxRounds = 12;
const expectationsPerRound = 3;
const itemsBetweenPolls = 1000;

/** What other banks tell beside the weights of the evidence. */
export interface NoisePrior {
  /**
   * Class biases: `weight` times the logarithm of the class's share, as scores that weigh less than
   * one hold too little of it, with a deviation of `sd`.
   */
  readonly bias: { readonly weight: number; readonly sd: number };
  /**
   * The prior weighs as much against more items as against these: its deviations are what the banks
   * differ by, and words are not independent, so that many items make the fit too sure of itself.
   */
  readonly effectiveItems: number;
  /** By how much other noise than an even one must explain the labels better: log-likelihood per item. */
  readonly minGains: { readonly mixed: number; readonly confused: number };
}

/**
 * Calibrates out-of-sample scores and estimates the share of wrong labels at once: the true class
 * has probability softmax(Σ weight · score + bias), and a share of labels is wrong: any other one
 * alike, or as if labels had been mixed up, or some classes taken for certain others, if that
 * explains the labels clearly better. The classifier is trained on the labels as they are, so that a
 * calibration without noise would take wrong labels for uncertainty of the text, and noise without
 * calibration uncertainty for wrong labels.
 */
export function fitNoiseModel(
  input: LabelEvidence,
  prior: NoisePrior,
  control: AnalysisControl,
): NoiseModel {
  const { labels, classes } = input;
  const calibration = createCalibration(input, prior);
  let best = fitBy(estimateEven, calibration, control);
  for (const [estimate, minGain] of [
    [estimateMixed, prior.minGains.mixed],
    [estimateConfused, prior.minGains.confused],
  ] as const) {
    const other = fitBy(estimate, calibration, control);
    const gain = other.density - best.density;
    if (gain > Math.max(minTotalGain, minGain * calibration.items.length)) best = other;
  }
  const { parameters, confusion } = best;

  const probabilities = new Float64Array(labels.length * classes);
  for (let item = 0; item < labels.length; item += 1) {
    if (item % itemsBetweenPolls === 0) throwIfAborted(control);
    const row = probabilities.subarray(item * classes, (item + 1) * classes);
    calibration.predict(parameters, item, row);
  }
  return { confusion, noise: noiseOf(calibration, parameters, confusion), probabilities };
}

/** What the fits have in common: parameters are the weights of the evidence and the class biases. */
interface Calibration extends LabelEvidence {
  /** Those that are fitted. */
  readonly items: readonly number[];
  /** Given the shares of the true classes. */
  priorOf(shares: ArrayLike<number>): Prior;
  /** Writes the probabilities of all classes. */
  predict(parameters: Float64Array, item: number, into: Float64Array): void;
  /** Adds the derivatives of a logarithm by its parameters, given those by the logits. */
  addGradient(gradient: Float64Array, item: number, each: number, slope: number): void;
}

function createCalibration(
  input: LabelEvidence,
  { bias, effectiveItems }: NoisePrior,
): Calibration {
  const { evidence, labels, classes } = input;
  const stride = Math.max(1, Math.ceil(labels.length / maxFitted));
  const items = Array.from({ length: Math.ceil(labels.length / stride) }, (_, at) => at * stride);
  const scale = Math.max(1, items.length / effectiveItems);
  return {
    ...input,
    items,
    priorOf: (shares) => [
      ...evidence.map(({ weight: { mean, sd } }) => ({ mean, precision: scale / sd ** 2 })),
      ...Array.from(shares, (share) => ({
        mean: bias.weight * Math.log(Math.max(share, minShare)),
        precision: scale / bias.sd ** 2,
      })),
    ],
    predict(parameters, item, into) {
      for (let each = 0; each < classes; each += 1) {
        let logit = parameters[evidence.length + each] ?? 0;
        for (let part = 0; part < evidence.length; part += 1) {
          const score = evidence[part]?.scores[item * classes + each] ?? 0;
          logit += (parameters[part] ?? 0) * score;
        }
        into[each] = logit;
      }
      softmax(into);
    },
    addGradient(gradient, item, each, slope) {
      gradient[evidence.length + each] = slope;
      for (let part = 0; part < evidence.length; part += 1) {
        const score = evidence[part]?.scores[item * classes + each] ?? 0;
        gradient[part] = (gradient[part] ?? 0) + slope * score;
      }
    },
  };
}

interface Fit {
  readonly parameters: Float64Array;
  readonly density: number;
  readonly confusion: Confusion;
}

/** Calibrates with the confusion as it is, and estimates it anew with that, by turns. */
function fitBy(
  estimate: (counts: ConfusionCounts) => Confusion,
  calibration: Calibration,
  control: AnalysisControl,
): Fit {
  const { labels, classes, items, priorOf, predict, addGradient } = calibration;
  const row = new Float64Array(classes);
  let confusion = evenConfusion(startingNoise, classes);
  let prior = priorOf(sharesOf(labels, items, classes));
  let parameters: Float64Array = Float64Array.from(prior, ({ mean }) => mean);
  let density = Number.NEGATIVE_INFINITY;
  const likelihoodOf = (label: number) => {
    let likelihood = 1e-300;
    for (let each = 0; each < classes; each += 1)
      likelihood += (row[each] ?? 0) * (confusion[each * classes + label] ?? 0);
    return likelihood;
  };
  for (let round = 0; round < maxRounds; round += 1) {
    const before = density;
    ({ parameters, density } = maximizeLikelihood(
      parameters,
      control,
      (current, addItem) => {
        let logLikelihood = 0;
        for (const item of items) {
          const label = labels[item] ?? 0;
          predict(current, item, row);
          const likelihood = likelihoodOf(label);
          logLikelihood += Math.log(likelihood);
          if (!addItem) continue;
          const gradient = new Float64Array(current.length);
          for (let each = 0; each < classes; each += 1) {
            const ratio = (confusion[each * classes + label] ?? 0) / likelihood;
            addGradient(gradient, item, each, (row[each] ?? 0) * (ratio - 1));
          }
          addItem(gradient);
        }
        return logLikelihood;
      },
      prior,
    ));
    if (Math.abs(density - before) < minImprovement * items.length || round === maxRounds - 1)
      break;
    for (let times = 0; times < expectationsPerRound; times += 1) {
      throwIfAborted(control);
      const counts = new Float64Array(classes * classes);
      for (const item of items) {
        const label = labels[item] ?? 0;
        predict(parameters, item, row);
        const likelihood = likelihoodOf(label);
        for (let each = 0; each < classes; each += 1) {
          const at = each * classes + label;
          counts[at] = (counts[at] ?? 0) + ((row[each] ?? 0) * (confusion[at] ?? 0)) / likelihood;
        }
      }
      confusion = estimate({ classes, counts });
      prior = priorOf(sumByClass({ classes, counts }).map((sum) => sum / items.length));
    }
  }
  return { parameters, density, confusion };
}

/** Of a class that no question seems to belong to. */
const minShare = 1e-4;

function sharesOf(labels: ArrayLike<number>, items: readonly number[], classes: number) {
  const shares = new Float64Array(classes);
  for (const item of items) {
    const label = labels[item] ?? 0;
    shares[label] = (shares[label] ?? 0) + 1 / items.length;
  }
  return shares;
}

/** Per item; rounds that gain less change no figure. */
const minImprovement = 1e-5;

/** The expected share of labels that are not those of the true classes. */
function noiseOf(
  { classes, items, predict }: Calibration,
  parameters: Float64Array,
  confusion: Confusion,
): number {
  const row = new Float64Array(classes);
  let kept = 0;
  for (const item of items) {
    predict(parameters, item, row);
    for (let each = 0; each < classes; each += 1)
      kept += (row[each] ?? 0) * (confusion[each * (classes + 1)] ?? 0);
  }
  return Math.max(0, 1 - kept / items.length);
}
