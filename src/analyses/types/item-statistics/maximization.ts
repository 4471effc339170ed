import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import type { Expectation } from './expectation.ts';
import type { ModelData } from './model-data.ts';
import { type AbilityGrid, type ItemParameters, logistic } from './posterior.ts';

/** rasch is 1pl on another scale; see irt.ts. */
export type FittedName = 'rasch_unit' | '1pl' | '2pl';

/** A steeper slope is overfitting. */
export const maxSlope = 8;
const maxIntercept = 30;
const maxStep = 1.5;
const sweeps = 2;
const itemsBetweenPolls = 500;

/** Newton steps for the slope and intercept of every item, given the expected counts. */
export function maximize(
  model: FittedName,
  data: ModelData,
  grid: AbilityGrid,
  expectation: Expectation,
  start: ItemParameters,
  control: AnalysisControl,
): ItemParameters {
  const slopes = start.slopes.slice();
  const intercepts = start.intercepts.slice();
  const [interceptSteps, slopeSteps] = [
    new Float64Array(slopes.length),
    new Float64Array(slopes.length),
  ];
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    let [commonGradient, commonCurvature] = [0, 0];
    const ratios = new Float64Array(slopes.length);
    for (let item = 0; item < slopes.length; item += 1) {
      if (item % itemsBetweenPolls === 0) throwIfAborted(control);
      const { c, a, cc, ca, aa } = differentiate(item);
      if (model === '2pl') {
        const determinant = cc * aa - ca * ca;
        interceptSteps[item] = (aa * c - ca * a) / determinant;
        slopeSteps[item] = (cc * a - ca * c) / determinant;
        continue;
      }
      // Intercepts are eliminated first, which leaves one equation for the common slope.
      interceptSteps[item] = c / cc;
      ratios[item] = ca / cc;
      commonGradient += a - (ca * c) / cc;
      commonCurvature += aa - (ca * ca) / cc;
    }
    if (model === '1pl') {
      slopeSteps.fill(commonGradient / commonCurvature);
      for (const [item, ratio] of ratios.entries()) {
        interceptSteps[item] = (interceptSteps[item] ?? 0) - ratio * (slopeSteps[item] ?? 0);
      }
    }
    applySteps(slopes, slopeSteps, maxSlope);
    applySteps(intercepts, interceptSteps, maxIntercept);
  }
  return { slopes, intercepts };

  /** Gradient and negated Hessian of an item's expected log-likelihood. */
  function differentiate(item: number) {
    const size = grid.points.length;
    const [slope, intercept] = [slopes[item] ?? 0, intercepts[item] ?? 0];
    let [c, a] = [data.correctCounts[item] ?? 0, expectation.correctAbility[item] ?? 0];
    let [cc, ca, aa] = [1e-12, 0, 1e-12];
    for (let q = 0; q < size; q += 1) {
      const point = grid.points[q] ?? 0;
      const probability = logistic(slope * point + intercept);
      const expectedCorrect = (expectation.expectedCounts[item * size + q] ?? 0) * probability;
      const curvature = expectedCorrect * (1 - probability);
      c -= expectedCorrect;
      a -= expectedCorrect * point;
      cc += curvature;
      ca += curvature * point;
      aa += curvature * point * point;
    }
    return { c, a, cc, ca, aa };
  }
}

function applySteps(values: Float64Array, steps: Float64Array, bound: number): void {
  for (const [at, value] of values.entries()) {
    const step = Math.min(maxStep, Math.max(-maxStep, steps[at] ?? 0));
    values[at] = Math.min(bound, Math.max(-bound, value + step));
  }
}
