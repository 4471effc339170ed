import { type AnalysisControl, throwIfAborted } from '../analysis-type.ts';
import type { ModelData, PatternGroup } from './model-data.ts';

/** P(right) = 1 / (1 + exp(−(slope·θ + intercept))), an item's own slope and intercept. */
export interface ItemParameters {
  readonly slopes: Float64Array;
  readonly intercepts: Float64Array;
}

/** Equally spaced abilities with the weights of a standard normal distribution. */
export interface AbilityGrid {
  readonly points: Float64Array;
  readonly logWeights: Float64Array;
}

const farthestAbility = 6;

export function createGrid(size: number): AbilityGrid {
  const points = Float64Array.from({ length: size }, (_, at) => {
    return farthestAbility * ((2 * at) / (size - 1) - 1);
  });
  const total = points.reduce((sum, point) => sum + Math.exp((-point * point) / 2), 0);
  return { points, logWeights: points.map((point) => (-point * point) / 2 - Math.log(total)) };
}

/** How likely each point is for a pattern; zero outside from–end. */
export interface Posterior {
  readonly shares: Float64Array;
  from: number;
  end: number;
}

/** Posteriors below e⁻³⁶ of the greatest do not show in sixteen digits. */
const faintest = 36;
const patternsBetweenPolls = 500;

/**
 * Shows every pattern's posterior over the grid, and gives the log-likelihood of them all. Since
 * the logit is linear in θ, a pattern needs only the sums of its right items' slopes and
 * intercepts; the rest is shared by all who answered the same items.
 */
export function visitPosteriors(
  data: ModelData,
  { points, logWeights }: AbilityGrid,
  { slopes, intercepts }: ItemParameters,
  control: AnalysisControl,
  visit: (pattern: number, posterior: Posterior, group: PatternGroup) => void,
  leave: (group: PatternGroup) => void = () => {},
): number {
  const size = points.length;
  const logWrong = tabulateLogWrong(data.columns.length, points, { slopes, intercepts });
  const ofAll = sumRows(logWrong, size);
  const base = new Float64Array(size);
  const shares = new Float64Array(size);
  const posterior: Posterior = { shares, from: 0, end: size };
  let logLikelihood = 0;
  for (const group of data.groups) {
    throwIfAborted(control);
    fillBase(group);
    for (let pattern = group.from; pattern < group.end; pattern += 1) {
      if (pattern % patternsBetweenPolls === 0) throwIfAborted(control);
      logLikelihood += (data.weights[pattern] ?? 0) * fillPosterior(pattern);
      visit(pattern, posterior, group);
    }
    leave(group);
  }
  return logLikelihood;

  function fillBase({ isDense, exceptions }: PatternGroup): void {
    const sign = isDense ? -1 : 1;
    base.set(logWeights);
    if (isDense) for (let q = 0; q < size; q += 1) base[q] = (base[q] ?? 0) + (ofAll[q] ?? 0);
    for (const item of exceptions) {
      const row = item * size;
      for (let q = 0; q < size; q += 1) base[q] = (base[q] ?? 0) + sign * (logWrong[row + q] ?? 0);
    }
  }

  function fillPosterior(pattern: number): number {
    let [slope, intercept] = [0, 0];
    const stop = data.rightStarts[pattern + 1] ?? 0;
    for (let at = data.rightStarts[pattern] ?? 0; at < stop; at += 1) {
      const item = data.rights[at] ?? 0;
      slope += slopes[item] ?? 0;
      intercept += intercepts[item] ?? 0;
    }
    let greatest = Number.NEGATIVE_INFINITY;
    for (let q = 0; q < size; q += 1) {
      const log = (base[q] ?? 0) + slope * (points[q] ?? 0);
      shares[q] = log;
      if (log > greatest) greatest = log;
    }
    const least = greatest - faintest;
    let [from, end] = [0, size];
    while ((shares[from] ?? 0) < least) shares[from++] = 0;
    while ((shares[end - 1] ?? 0) < least) shares[--end] = 0;
    let sum = 0;
    for (let q = from; q < end; q += 1) {
      const value = Math.exp((shares[q] ?? 0) - greatest);
      shares[q] = value;
      sum += value;
    }
    for (let q = from; q < end; q += 1) shares[q] = (shares[q] ?? 0) / sum;
    posterior.from = from;
    posterior.end = end;
    return intercept + greatest + Math.log(sum);
  }
}

function tabulateLogWrong(
  items: number,
  points: Float64Array,
  { slopes, intercepts }: ItemParameters,
): Float64Array {
  const size = points.length;
  const table = new Float64Array(items * size);
  for (let item = 0; item < items; item += 1) {
    const [slope, intercept] = [slopes[item] ?? 0, intercepts[item] ?? 0];
    for (let q = 0; q < size; q += 1) {
      const logit = slope * (points[q] ?? 0) + intercept;
      table[item * size + q] =
        logit > 0 ? -logit - Math.log1p(Math.exp(-logit)) : -Math.log1p(Math.exp(logit));
    }
  }
  return table;
}

function sumRows(table: Float64Array, size: number): Float64Array {
  const sums = new Float64Array(size);
  for (let row = 0; row < table.length; row += size) {
    for (let q = 0; q < size; q += 1) sums[q] = (sums[q] ?? 0) + (table[row + q] ?? 0);
  }
  return sums;
}

export function chanceOfRight(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}
