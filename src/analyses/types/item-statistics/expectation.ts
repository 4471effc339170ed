import type { AnalysisControl } from '../../analysis-type.ts';
import type { ModelData, PatternGroup } from './model-data.ts';
import {
  type AbilityGrid,
  type ItemParameters,
  type Posterior,
  visitPosteriors,
} from './posterior.ts';
import { addToRows } from './row-sums.ts';

/** The sufficient statistics that the E step computes for the M step. */
export interface Expectation {
  readonly logLikelihood: number;
  /** Expected number of respondents to an item at each grid point: item · points + point. */
  readonly expectedCounts: Float64Array;
  /** The sum of the posterior mean abilities of those who answered the item correctly. */
  readonly correctAbility: Float64Array;
}

export function expectAbilities(
  data: ModelData,
  grid: AbilityGrid,
  parameters: ItemParameters,
  control: AnalysisControl,
): Expectation {
  const size = grid.points.length;
  const expectedCounts = new Float64Array(data.columns.length * size);
  const correctAbility = new Float64Array(data.columns.length);
  const [groupCounts, denseCounts] = [new Float64Array(size), new Float64Array(size)];
  let [first, last] = [size, 0];
  const logLikelihood = visitPosteriors(data, grid, parameters, control, addPattern, endGroup);
  for (let at = 0; at < expectedCounts.length; at += 1) {
    expectedCounts[at] = (expectedCounts[at] ?? 0) + (denseCounts[at % size] ?? 0);
  }
  return { logLikelihood, expectedCounts, correctAbility };

  function addPattern(pattern: number, { masses, from, end }: Posterior): void {
    const weight = data.weights[pattern] ?? 0;
    let ability = 0;
    for (let q = from; q < end; q += 1) {
      const mass = weight * (masses[q] ?? 0);
      groupCounts[q] = (groupCounts[q] ?? 0) + mass;
      ability += mass * (grid.points[q] ?? 0);
    }
    first = Math.min(first, from);
    last = Math.max(last, end);
    const stop = data.correctStarts[pattern + 1] ?? 0;
    for (let at = data.correctStarts[pattern] ?? 0; at < stop; at += 1) {
      const item = data.correctItems[at] ?? 0;
      correctAbility[item] = (correctAbility[item] ?? 0) + ability;
    }
  }

  function endGroup({ isDense, exceptions }: PatternGroup): void {
    if (isDense) {
      for (let q = first; q < last; q += 1)
        denseCounts[q] = (denseCounts[q] ?? 0) + (groupCounts[q] ?? 0);
    }
    addToRows(expectedCounts, exceptions, groupCounts, isDense ? -1 : 1, first, last);
    groupCounts.fill(0);
    [first, last] = [size, 0];
  }
}
