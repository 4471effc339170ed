import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';
import type { Expectation } from './expectation.ts';
import type { ModelData } from './model-data.ts';
import { type AbilityGrid, type ItemParameters, logistic } from './posterior.ts';

export type ModelName = 'rasch' | '1pl' | '2pl';

/** A steeper slope is overfitting. */
export const maxSlope = 8;
const maxIntercept = 30;
const maxStep = 1.5;
const sweeps = 2;
const itemsBetweenPolls = 500;

/** Newton steps for the slope and intercept of every item, given the expected counts. */
export function maximize(
  model: ModelName,
  data: ModelData,
  grid: AbilityGrid,
  expectation: Expectation,
  start: ItemParameters,
  control: AnalysisControl,
): ItemParameters {
  const slopes = start.slopes.slice();
  const intercepts = start.intercepts.slice();
  const [ofIntercept, ofSlope] = [new Float64Array(slopes.length), new Float64Array(slopes.length)];
  for (let sweep = 0; sweep < sweeps; sweep += 1) {
    let [commonSlope, commonCurve] = [0, 0];
    const slants = new Float64Array(slopes.length);
    for (let item = 0; item < slopes.length; item += 1) {
      if (item % itemsBetweenPolls === 0) throwIfAborted(control);
      const { c, a, cc, ca, aa } = differentiate(item);
      if (model === '2pl') {
        const determinant = cc * aa - ca * ca;
        ofIntercept[item] = (aa * c - ca * a) / determinant;
        ofSlope[item] = (cc * a - ca * c) / determinant;
        continue;
      }
      // Intercepts are eliminated first, which leaves one equation for the common slope.
      ofIntercept[item] = c / cc;
      slants[item] = ca / cc;
      commonSlope += a - (ca * c) / cc;
      commonCurve += aa - (ca * ca) / cc;
    }
    if (model === '1pl') {
      ofSlope.fill(commonSlope / commonCurve);
      for (const [item, slant] of slants.entries()) {
        ofIntercept[item] = (ofIntercept[item] ?? 0) - slant * (ofSlope[item] ?? 0);
      }
    }
    move(slopes, ofSlope, maxSlope);
    move(intercepts, ofIntercept, maxIntercept);
  }
  return { slopes, intercepts };

  /** Gradient and negated Hessian of an item's expected log-likelihood. */
  function differentiate(item: number) {
    const size = grid.points.length;
    const [slope, intercept] = [slopes[item] ?? 0, intercepts[item] ?? 0];
    let [c, a] = [data.rightCounts[item] ?? 0, expectation.rightAbility[item] ?? 0];
    let [cc, ca, aa] = [1e-12, 0, 1e-12];
    for (let q = 0; q < size; q += 1) {
      const point = grid.points[q] ?? 0;
      const chance = logistic(slope * point + intercept);
      const right = (expectation.standing[item * size + q] ?? 0) * chance;
      const curve = right * (1 - chance);
      c -= right;
      a -= right * point;
      cc += curve;
      ca += curve * point;
      aa += curve * point * point;
    }
    return { c, a, cc, ca, aa };
  }
}

function move(values: Float64Array, steps: Float64Array, bound: number): void {
  for (const [at, value] of values.entries()) {
    const step = Math.min(maxStep, Math.max(-maxStep, steps[at] ?? 0));
    values[at] = Math.min(bound, Math.max(-bound, value + step));
  }
}
