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
  readonly standing: Float64Array;
  /** The sum of the posterior mean abilities of those who answered the item correctly. */
  readonly rightAbility: Float64Array;
}

export function expectAbilities(
  data: ModelData,
  grid: AbilityGrid,
  parameters: ItemParameters,
  control: AnalysisControl,
): Expectation {
  const size = grid.points.length;
  const standing = new Float64Array(data.columns.length * size);
  const rightAbility = new Float64Array(data.columns.length);
  const [ofGroup, ofDense] = [new Float64Array(size), new Float64Array(size)];
  let [first, last] = [size, 0];
  const logLikelihood = visitPosteriors(data, grid, parameters, control, addPattern, leaveGroup);
  for (let at = 0; at < standing.length; at += 1) {
    standing[at] = (standing[at] ?? 0) + (ofDense[at % size] ?? 0);
  }
  return { logLikelihood, standing, rightAbility };

  function addPattern(pattern: number, { shares, from, end }: Posterior): void {
    const weight = data.weights[pattern] ?? 0;
    let ability = 0;
    for (let q = from; q < end; q += 1) {
      const share = weight * (shares[q] ?? 0);
      ofGroup[q] = (ofGroup[q] ?? 0) + share;
      ability += share * (grid.points[q] ?? 0);
    }
    first = Math.min(first, from);
    last = Math.max(last, end);
    const stop = data.rightStarts[pattern + 1] ?? 0;
    for (let at = data.rightStarts[pattern] ?? 0; at < stop; at += 1) {
      const item = data.rights[at] ?? 0;
      rightAbility[item] = (rightAbility[item] ?? 0) + ability;
    }
  }

  function leaveGroup({ isDense, exceptions }: PatternGroup): void {
    if (isDense) {
      for (let q = first; q < last; q += 1) ofDense[q] = (ofDense[q] ?? 0) + (ofGroup[q] ?? 0);
    }
    addToRows(standing, exceptions, ofGroup, isDense ? -1 : 1, first, last);
    ofGroup.fill(0);
    [first, last] = [size, 0];
  }
}
