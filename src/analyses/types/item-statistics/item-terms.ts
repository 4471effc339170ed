import type { AnalysisControl } from '../../analysis-type.ts';
import type { FittedModel } from './fit-model.ts';
import type { ModelData } from './model-data.ts';
import { type AbilityGrid, type ItemParameters, logistic, visitPosteriors } from './posterior.ts';

/** Per item, the information of its intercept (cc), its slope (aa) and both (ca). */
export interface ItemTerms {
  readonly cc: Float64Array;
  readonly ca: Float64Array;
  readonly aa: Float64Array;
}

/** The probability of a correct answer to each item at each grid point: item · points + point. */
export function tabulateProbabilities(
  items: number,
  { points }: AbilityGrid,
  { slopes, intercepts }: ItemParameters,
): Float64Array {
  const size = points.length;
  const probabilities = new Float64Array(items * size);
  for (let item = 0; item < items; item += 1) {
    for (let q = 0; q < size; q += 1) {
      const logit = (slopes[item] ?? 0) * (points[q] ?? 0) + (intercepts[item] ?? 0);
      probabilities[item * size + q] = logistic(logit);
    }
  }
  return probabilities;
}

/** The complete-data information of each item, as if abilities were observed. */
export function completeInformation(
  items: number,
  { points }: AbilityGrid,
  probabilities: Float64Array,
  expectedCounts: Float64Array,
): ItemTerms {
  const size = points.length;
  const terms = createTerms(items);
  for (let item = 0; item < items; item += 1) {
    for (let q = 0; q < size; q += 1) {
      const probability = probabilities[item * size + q] ?? 0;
      const curvature = (expectedCounts[item * size + q] ?? 0) * probability * (1 - probability);
      addTo(terms, item, curvature, points[q] ?? 0);
    }
  }
  return terms;
}

/** The part of it that is missing for each item because abilities are latent. */
export function missingInformation(
  data: ModelData,
  { grid, parameters }: FittedModel,
  probabilities: Float64Array,
  control: AnalysisControl,
): ItemTerms {
  const size = grid.points.length;
  const terms = createTerms(data.columns.length);
  const isCorrect = new Uint8Array(data.columns.length);
  visitPosteriors(data, grid, parameters, control, (pattern, { masses, from, end }, { items }) => {
    const correctItems = data.correctItems.subarray(
      data.correctStarts[pattern],
      data.correctStarts[pattern + 1],
    );
    for (const item of correctItems) isCorrect[item] = 1;
    for (const item of items) {
      let [c, a, cc, ca, aa] = [0, 0, 0, 0, 0];
      for (let q = from; q < end; q += 1) {
        const mass = masses[q] ?? 0;
        const residual = (isCorrect[item] ?? 0) - (probabilities[item * size + q] ?? 0);
        const slopeResidual = residual * (grid.points[q] ?? 0);
        c += mass * residual;
        a += mass * slopeResidual;
        cc += mass * residual * residual;
        ca += mass * residual * slopeResidual;
        aa += mass * slopeResidual * slopeResidual;
      }
      const weight = data.weights[pattern] ?? 0;
      terms.cc[item] = (terms.cc[item] ?? 0) + weight * (cc - c * c);
      terms.ca[item] = (terms.ca[item] ?? 0) + weight * (ca - c * a);
      terms.aa[item] = (terms.aa[item] ?? 0) + weight * (aa - a * a);
    }
    for (const item of correctItems) isCorrect[item] = 0;
  });
  return terms;
}

function createTerms(items: number) {
  return { cc: new Float64Array(items), ca: new Float64Array(items), aa: new Float64Array(items) };
}

function addTo(terms: ItemTerms, item: number, weight: number, point: number): void {
  terms.cc[item] = (terms.cc[item] ?? 0) + weight;
  terms.ca[item] = (terms.ca[item] ?? 0) + weight * point;
  terms.aa[item] = (terms.aa[item] ?? 0) + weight * point * point;
}
