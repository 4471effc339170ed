import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import type { ModelData } from './model-data.ts';
import { type ItemParameters, logistic } from './posterior.ts';

/** Mean squares of the residuals; 1 is expected, more is noise, less is redundancy. */
export interface ItemFit {
  readonly infit: number;
  readonly outfit: number;
  /** The infit as a standard normal deviate (Wilson & Hilferty). */
  readonly infitZ: number;
}

const patternsBetweenPolls = 50;
const maxSteps = 50;
/** Beyond it a maximum is at infinity. */
const maxAbility = 12;

/** The maximum likelihood ability of each pattern; NaN if all or none of the answers are correct. */
export function estimateAbilities(
  data: ModelData,
  parameters: ItemParameters,
  control: AnalysisControl,
): Float64Array {
  const abilities = new Float64Array(data.weights.length).fill(Number.NaN);
  visitPatterns(data, control, (pattern, items, isCorrect) => {
    let correct = 0;
    for (const item of items) correct += isCorrect[item] ?? 0;
    if (correct === 0 || correct === items.length) return;
    abilities[pattern] = maximizeAbility(items, isCorrect, parameters);
  });
  return abilities;
}

function maximizeAbility(
  items: Int32Array,
  isCorrect: Uint8Array,
  { slopes, intercepts }: ItemParameters,
): number {
  let ability = 0;
  for (let step = 0; step < maxSteps; step += 1) {
    let [gradient, information] = [0, 0];
    for (const item of items) {
      const slope = slopes[item] ?? 0;
      const p = logistic(slope * ability + (intercepts[item] ?? 0));
      gradient += slope * ((isCorrect[item] ?? 0) - p);
      information += slope * slope * p * (1 - p);
    }
    const change = Math.max(-1, Math.min(1, gradient / information));
    ability += change;
    if (Math.abs(change) < 1e-10) return ability;
    if (!(Math.abs(ability) < maxAbility)) break;
  }
  return Number.NaN;
}

/** Infit and outfit of each item, over respondents with a finite ability; NaN without any. */
export function measureFit(
  data: ModelData,
  parameters: ItemParameters,
  abilities: Float64Array,
  control: AnalysisControl,
): ItemFit[] {
  const count = data.columns.length;
  const sums = Array.from({ length: count }, () => ({ n: 0, z2: 0, r2: 0, w: 0, spread: 0 }));
  visitPatterns(data, control, (pattern, items, isCorrect) => {
    const ability = abilities[pattern] ?? Number.NaN;
    if (Number.isNaN(ability)) return;
    const weight = data.weights[pattern] ?? 0;
    for (const item of items) {
      const sum = sums[item];
      if (!sum) continue;
      const logit = (parameters.slopes[item] ?? 0) * ability + (parameters.intercepts[item] ?? 0);
      const p = logistic(logit);
      const variance = p * (1 - p);
      const square = ((isCorrect[item] ?? 0) - p) ** 2;
      sum.n += weight;
      sum.z2 += (weight * square) / variance;
      sum.r2 += weight * square;
      sum.w += weight * variance;
      // The fourth central moment of an answer, less its squared variance.
      sum.spread += weight * (variance * ((1 - p) ** 3 + p ** 3) - variance * variance);
    }
  });
  return sums.map(({ n, z2, r2, w, spread }) => {
    const [infit, q] = [r2 / w, Math.sqrt(spread) / w];
    return { infit, outfit: z2 / n, infitZ: (Math.cbrt(infit) - 1) * (3 / q) + q / 3 };
  });
}

/** Visits every pattern with its items and which of them are correct. */
function visitPatterns(
  { groups, correctItems, correctStarts, columns }: ModelData,
  control: AnalysisControl,
  visit: (pattern: number, items: Int32Array, isCorrect: Uint8Array) => void,
): void {
  const isCorrect = new Uint8Array(columns.length);
  for (const { from, end, items } of groups) {
    for (let pattern = from; pattern < end; pattern += 1) {
      if (pattern % patternsBetweenPolls === 0) throwIfAborted(control);
      const right = correctItems.subarray(correctStarts[pattern], correctStarts[pattern + 1]);
      for (const item of right) isCorrect[item] = 1;
      visit(pattern, items, isCorrect);
      for (const item of right) isCorrect[item] = 0;
    }
  }
}

/** What a test says about an ability, and how exactly it can be estimated. */
export interface InformationPoint {
  readonly ability: number;
  readonly information: number;
  readonly standardError: number;
}

const abilitiesShown = Array.from({ length: 13 }, (_, at) => at / 2 - 3);

/** The information of all items together: Σ a² · p · (1 − p), and 1 / √information. */
export function describeInformation({ slopes, intercepts }: ItemParameters): InformationPoint[] {
  return abilitiesShown.map((ability) => {
    let information = 0;
    for (const [item, slope] of slopes.entries()) {
      const p = logistic(slope * ability + (intercepts[item] ?? 0));
      information += slope * slope * p * (1 - p);
    }
    return { ability, information, standardError: 1 / Math.sqrt(information) };
  });
}
