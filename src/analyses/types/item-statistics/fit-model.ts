import type { AnalysisControl } from '../../analysis-type.ts';
import { expectAbilities } from './expectation.ts';
import { type FittedName, maximize } from './maximization.ts';
import type { ModelData } from './model-data.ts';
import { type AbilityGrid, createGrid, type ItemParameters } from './posterior.ts';

export interface FittedModel {
  readonly grid: AbilityGrid;
  readonly parameters: ItemParameters;
  readonly logLikelihood: number;
  readonly hasConverged: boolean;
}

const gridSize = 61;
const maxCycles = 400;
const tolerance = 1e-6;
/** Grid points evaluated in total, about twenty seconds; an exponential counts as ten. */
const maxWork = 3e9;

/**
 * Marginal maximum likelihood by EM (Bock & Aitkin 1981) with standard normal abilities. EM
 * converges slowly with few respondents or questions, so two steps at a time are extrapolated
 * (SQUAREM, Varadhan & Roland 2008), falling back to the plain step when the likelihood does not
 * increase.
 */
export function fitModel(
  model: FittedName,
  data: ModelData,
  control: AnalysisControl,
): FittedModel {
  const grid = createGrid(gridSize);
  const step = (from: ItemParameters) => {
    const expectation = expectAbilities(data, grid, from, control);
    const to = maximize(model, data, grid, expectation, from, control);
    return { to, logLikelihood: expectation.logLikelihood };
  };
  let current = startingPoint(data);
  const cycles = Math.min(maxCycles, Math.ceil(maxWork / (3 * workOfStep(data))));
  for (let cycle = 0; cycle < cycles; cycle += 1) {
    control.progress(1 - 1 / (1 + cycle / 10));
    const first = step(current);
    const second = step(first.to);
    if (distance(first.to, second.to) < tolerance) {
      return orient({
        grid,
        parameters: second.to,
        logLikelihood: second.logLikelihood,
        hasConverged: true,
      });
    }
    const extrapolated = extrapolate(current, first.to, second.to);
    const third = step(extrapolated);
    current = third.logLikelihood >= second.logLikelihood ? third.to : second.to;
  }
  const { logLikelihood } = step(current);
  return orient({ grid, parameters: current, logLikelihood, hasConverged: false });
}

function workOfStep({ columns, weights, groups }: ModelData): number {
  const additions = groups.reduce((sum, { exceptions }) => sum + 2 * exceptions.length, 0);
  return gridSize * (additions + 10 * (3 * columns.length + weights.length));
}

function startingPoint({ correctCounts, answerCounts }: ModelData): ItemParameters {
  const slopes = new Float64Array(correctCounts.length).fill(1);
  const intercepts = correctCounts.map((correct, item) => {
    return 1.2 * Math.log(correct / ((answerCounts[item] ?? 0) - correct));
  });
  return { slopes, intercepts };
}

function extrapolate(
  zero: ItemParameters,
  one: ItemParameters,
  two: ItemParameters,
): ItemParameters {
  let [change, curvature] = [0, 0];
  visitTriples(zero, one, two, (a, b, c) => {
    change += (b - a) ** 2;
    curvature += (c - 2 * b + a) ** 2;
  });
  const stepLength = Math.max(1, Math.sqrt(change / Math.max(curvature, 1e-300)));
  const mix = (from: Float64Array, via: Float64Array, to: Float64Array) =>
    from.map((a, at) => {
      const [b, c] = [via[at] ?? 0, to[at] ?? 0];
      return a + 2 * stepLength * (b - a) + stepLength * stepLength * (c - 2 * b + a);
    });
  return {
    slopes: mix(zero.slopes, one.slopes, two.slopes),
    intercepts: mix(zero.intercepts, one.intercepts, two.intercepts),
  };
}

function visitTriples(
  zero: ItemParameters,
  one: ItemParameters,
  two: ItemParameters,
  visit: (a: number, b: number, c: number) => void,
): void {
  for (const part of ['slopes', 'intercepts'] as const) {
    for (const [at, value] of zero[part].entries()) {
      visit(value, one[part][at] ?? 0, two[part][at] ?? 0);
    }
  }
}

function distance(one: ItemParameters, other: ItemParameters): number {
  let maxDistance = 0;
  visitTriples(one, other, other, (a, b) => {
    maxDistance = Math.max(maxDistance, Math.abs(a - b));
  });
  return maxDistance;
}

/** The sign of ability is not identified; choose the one with a positive mean slope. */
function orient(fitted: FittedModel): FittedModel {
  const { slopes, intercepts } = fitted.parameters;
  const sum = slopes.reduce((total, slope) => total + slope, 0);
  if (sum >= 0) return fitted;
  return { ...fitted, parameters: { slopes: slopes.map((slope) => -slope), intercepts } };
}
