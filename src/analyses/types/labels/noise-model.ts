import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import { softmax } from '../../kit/terms/naive-bayes.ts';
import { maximizeLikelihood } from './maximize-likelihood.ts';

/** A score of every class for every item, row-major, with the expected weight of it. */
export interface Evidence {
  readonly scores: Float32Array;
  /** The weight in the banks it was tried on; normally distributed in the prior. */
  readonly weight: { readonly mean: number; readonly sd: number };
}

/** A share of all labels was drawn anew, with these probabilities; some of them are right by chance. */
export interface Redraw {
  readonly share: number;
  readonly among: Float64Array;
}

export interface NoiseModel {
  readonly redraw: Redraw;
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
/** Of labels that are drawn anew; with few frequent classes, half of them are right. */
const maxShare = 0.6;
const startingShare = 0.06;
/** Class biases correct what is left of the priors; they are small. */
const biasPrecision = 0.1;
/** Per item: .007 is gained on a bank without wrong labels by what the text cannot tell, .02 and more by those. */
const minGain = 0.012;
const itemsBetweenPolls = 1000;

/**
 * Calibrates out-of-sample scores and estimates the share of wrong labels at once: the true class
 * has probability softmax(Σ weight · score + bias), and a share of labels was drawn anew: all classes
 * alike, or as frequent as they are if that explains the labels clearly better. The classifier is
 * trained on the labels as they are, so that a calibration without noise would take wrong labels for
 * uncertainty of the text, and noise without calibration uncertainty for wrong labels.
 */
export function fitNoiseModel(
  evidence: readonly Evidence[],
  labels: ArrayLike<number>,
  classes: number,
  control: AnalysisControl,
): NoiseModel {
  const shares = new Float64Array(classes);
  for (let item = 0; item < labels.length; item += 1) {
    const label = labels[item] ?? 0;
    shares[label] = (shares[label] ?? 0) + 1 / labels.length;
  }
  const logits = logitsOf(evidence, classes);
  const fitWith = (among: Float64Array) => ({
    among,
    ...fitRedraw(among, logits, evidence, labels, control),
  });
  const alike = fitWith(new Float64Array(classes).fill(1 / classes));
  const asFrequent = fitWith(shares);
  const gain = (asFrequent.density - alike.density) / Math.min(labels.length, maxFitted);
  const { among, parameters } = gain > minGain ? asFrequent : alike;
  const redraw = { share: shareOf(parameters), among };

  const probabilities = new Float64Array(labels.length * classes);
  for (let item = 0; item < labels.length; item += 1) {
    if (item % itemsBetweenPolls === 0) throwIfAborted(control);
    logits(parameters, item, probabilities.subarray(item * classes, (item + 1) * classes));
  }
  const byChance = among.reduce((sum, each, at) => sum + each * (shares[at] ?? 0), 0);
  return { redraw, noise: redraw.share * (1 - byChance), probabilities };
}

type Logits = (parameters: Float64Array, item: number, into: Float64Array) => void;

/** The probabilities of all classes, given the weights of the evidence and the biases. */
function logitsOf(evidence: readonly Evidence[], classes: number): Logits {
  return (parameters, item, into) => {
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
}

function fitRedraw(
  among: Float64Array,
  logits: Logits,
  evidence: readonly Evidence[],
  labels: ArrayLike<number>,
  control: AnalysisControl,
) {
  const classes = among.length;
  const size = evidence.length + classes + 1;
  const start = new Float64Array(size);
  for (const [part, { weight }] of evidence.entries()) start[part] = weight.mean;
  start[size - 1] = Math.log(startingShare / (maxShare - startingShare));

  const row = new Float64Array(classes);
  const stride = Math.max(1, Math.ceil(labels.length / maxFitted));
  return maximizeLikelihood(
    start,
    control,
    (parameters, addGradient) => {
      const share = shareOf(parameters);
      let logLikelihood = 0;
      for (let item = 0; item < labels.length; item += stride) {
        const label = labels[item] ?? 0;
        logits(parameters, item, row);
        const [own, drawn] = [row[label] ?? 0, among[label] ?? 0];
        const likelihood = (1 - share) * own + share * drawn + 1e-300;
        logLikelihood += Math.log(likelihood);
        if (!addGradient) continue;
        const gradient = new Float64Array(size);
        for (let each = 0; each < classes; each += 1) {
          const isLabel = Number(each === label);
          const slope = (((1 - share) * own) / likelihood) * (isLabel - (row[each] ?? 0));
          gradient[evidence.length + each] = slope;
          for (let part = 0; part < evidence.length; part += 1) {
            const score = evidence[part]?.scores[item * classes + each] ?? 0;
            gradient[part] = (gradient[part] ?? 0) + slope * score;
          }
        }
        gradient[size - 1] = ((drawn - own) / likelihood) * share * (1 - share / maxShare);
        addGradient(gradient);
      }
      return logLikelihood;
    },
    priorOf(evidence, classes, Math.max(1, labels.length / stride / effectiveItems)),
  );
}

function shareOf(parameters: Float64Array): number {
  return maxShare / (1 + Math.exp(-(parameters.at(-1) ?? 0)));
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
export function confidenceOf(probability: number, label: number, redraw: Redraw): number {
  const { share, among } = redraw;
  const likelihood = labelProbability(probability, label, redraw);
  const kept = 1 - share + share * (among[label] ?? 0);
  return likelihood === 0 ? 1 : (kept * probability) / likelihood;
}

/** The probability of a label, wrong ones included. */
export function labelProbability(
  probability: number,
  label: number,
  { share, among }: Redraw,
): number {
  return (1 - share) * probability + share * (among[label] ?? 0);
}

/** So many labels are wrong, all classes alike. */
export function evenRedraw(noise: number, classes: number): Redraw {
  const among = new Float64Array(classes).fill(1 / classes);
  return { share: (noise * classes) / (classes - 1), among };
}
