import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import type { ModelData, PatternGroup } from './model-data.ts';
import { addRows } from './row-sums.ts';

/** P(correct) = 1 / (1 + exp(−(slope·θ + intercept))). */
export interface ItemParameters {
  readonly slopes: Float64Array;
  readonly intercepts: Float64Array;
}

/** Equally spaced abilities with standard normal weights. */
export interface AbilityGrid {
  readonly points: Float64Array;
  readonly logWeights: Float64Array;
}

const maxAbility = 6;

export function createGrid(size: number): AbilityGrid {
  const points = Float64Array.from({ length: size }, (_, at) => {
    return maxAbility * ((2 * at) / (size - 1) - 1);
  });
  const total = points.reduce((sum, point) => sum + Math.exp((-point * point) / 2), 0);
  return { points, logWeights: points.map((point) => (-point * point) / 2 - Math.log(total)) };
}

/** The posterior probability of each grid point for a pattern; zero outside from–end. */
export interface Posterior {
  readonly masses: Float64Array;
  from: number;
  end: number;
}

/** Posteriors below e⁻³⁶ of the maximum are beyond double precision. */
const maxLogRatio = 36;
const patternsBetweenPolls = 50;
const itemsBetweenPolls = 500;

/**
 * Visits the posterior of every pattern over the grid and returns the total log-likelihood. Since
 * the logit is linear in θ, a pattern needs only the sums of the slopes and intercepts of its
 * correct items; the rest is shared by all patterns with the same answered items.
 */
export function visitPosteriors(
  data: ModelData,
  grid: AbilityGrid,
  parameters: ItemParameters,
  control: AnalysisControl,
  visit: (pattern: number, posterior: Posterior, group: PatternGroup) => void,
  onGroupEnd: (group: PatternGroup) => void = () => {},
): number {
  const { points, logWeights } = grid;
  const logIncorrect = tabulateLogIncorrect(data.columns.length, points, parameters, control);
  const sumOfAll = new Float64Array(points.length);
  addRows(sumOfAll, logIncorrect, Int32Array.from(data.columns.keys()), 1);
  const base = new Float64Array(points.length);
  const posterior = { masses: new Float64Array(points.length), from: 0, end: points.length };
  let logLikelihood = 0;
  for (const group of data.groups) {
    throwIfAborted(control);
    base.set(logWeights);
    if (group.isDense) for (const [q, log] of sumOfAll.entries()) base[q] = (base[q] ?? 0) + log;
    addRows(base, logIncorrect, group.exceptions, group.isDense ? -1 : 1);
    for (let pattern = group.from; pattern < group.end; pattern += 1) {
      if (pattern % patternsBetweenPolls === 0) throwIfAborted(control);
      const sums = sumOfCorrect(data, parameters, pattern);
      const log = fillPosterior(posterior, base, points, sums.slope);
      logLikelihood += (data.weights[pattern] ?? 0) * (sums.intercept + log);
      visit(pattern, posterior, group);
    }
    onGroupEnd(group);
  }
  return logLikelihood;
}

function sumOfCorrect(
  { correctItems, correctStarts }: ModelData,
  { slopes, intercepts }: ItemParameters,
  pattern: number,
) {
  let [slope, intercept] = [0, 0];
  const end = correctStarts[pattern + 1] ?? 0;
  for (let at = correctStarts[pattern] ?? 0; at < end; at += 1) {
    const item = correctItems[at] ?? 0;
    slope += slopes[item] ?? 0;
    intercept += intercepts[item] ?? 0;
  }
  return { slope, intercept };
}

/** Normalizes the probabilities to a sum of 1 and returns the logarithm of the previous sum. */
function fillPosterior(
  posterior: Posterior,
  base: Float64Array,
  points: Float64Array,
  slope: number,
): number {
  const { masses } = posterior;
  let maxLog = Number.NEGATIVE_INFINITY;
  for (let q = 0; q < masses.length; q += 1) {
    const log = (base[q] ?? 0) + slope * (points[q] ?? 0);
    masses[q] = log;
    if (log > maxLog) maxLog = log;
  }
  const minLog = maxLog - maxLogRatio;
  let [from, end] = [0, masses.length];
  while ((masses[from] ?? 0) < minLog) masses[from++] = 0;
  while ((masses[end - 1] ?? 0) < minLog) masses[--end] = 0;
  let sum = 0;
  for (let q = from; q < end; q += 1) {
    const value = Math.exp((masses[q] ?? 0) - maxLog);
    masses[q] = value;
    sum += value;
  }
  for (let q = from; q < end; q += 1) masses[q] = (masses[q] ?? 0) / sum;
  posterior.from = from;
  posterior.end = end;
  return maxLog + Math.log(sum);
}

function tabulateLogIncorrect(
  items: number,
  points: Float64Array,
  { slopes, intercepts }: ItemParameters,
  control: AnalysisControl,
): Float64Array {
  const size = points.length;
  const table = new Float64Array(items * size);
  for (let item = 0; item < items; item += 1) {
    if (item % itemsBetweenPolls === 0) throwIfAborted(control);
    const [slope, intercept] = [slopes[item] ?? 0, intercepts[item] ?? 0];
    for (let q = 0; q < size; q += 1) {
      const logit = slope * (points[q] ?? 0) + intercept;
      table[item * size + q] =
        logit > 0 ? -logit - Math.log1p(Math.exp(-logit)) : -Math.log1p(Math.exp(logit));
    }
  }
  return table;
}

export function logistic(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
