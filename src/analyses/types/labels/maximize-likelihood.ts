import { type AnalysisControl, throwIfAborted } from '../../analysis-type.ts';

/** Normal priors of the parameters; a precision of 0 is none. */
export type Prior = readonly { readonly mean: number; readonly precision: number }[];

/** The log-likelihood; calls `addGradient`, if given, with the gradient of every observation. */
export type LogLikelihood = (
  parameters: Float64Array,
  addGradient?: (gradient: Float64Array) => void,
) => number;

/** Callers alternate: each call goes on from where the last one stopped. */
const maxSteps = 8;
const maxHalvings = 12;
const tolerance = 1e-4;

/**
 * The parameters with the highest posterior density, by the method of Berndt, Hall, Hall and
 * Hausman: Newton steps with the outer products of the gradients for the Hessian, halved until the
 * density rises.
 */
export function maximizeLikelihood(
  start: Float64Array,
  control: AnalysisControl,
  logLikelihood: LogLikelihood,
  prior: Prior,
): { readonly parameters: Float64Array; readonly density: number } {
  const size = start.length;
  const logPrior = (parameters: Float64Array) =>
    prior.reduce(
      (sum, { mean, precision }, at) => sum - (precision / 2) * ((parameters[at] ?? 0) - mean) ** 2,
      0,
    );
  let [current, best] = [start, Number.NEGATIVE_INFINITY];
  for (let step = 0; step < maxSteps; step += 1) {
    throwIfAborted(control);
    const gradient = new Float64Array(size);
    const information = Array.from({ length: size }, () => new Float64Array(size));
    const density =
      logPrior(current) +
      logLikelihood(current, (each) => {
        for (let row = 0; row < size; row += 1) {
          const [slope, products] = [each[row] ?? 0, information[row]];
          gradient[row] = (gradient[row] ?? 0) + slope;
          if (!products || slope === 0) continue;
          for (let column = 0; column < size; column += 1)
            products[column] = (products[column] ?? 0) + slope * (each[column] ?? 0);
        }
      });
    for (const [at, { mean, precision }] of prior.entries()) {
      gradient[at] = (gradient[at] ?? 0) - precision * ((current[at] ?? 0) - mean);
      const row = information[at];
      // The small addition keeps the matrix invertible where a parameter has no effect.
      if (row) row[at] = (row[at] ?? 0) * (1 + 1e-6) + precision + 1e-3;
    }
    best = density;
    const direction = solve(information, gradient);
    let [length, gain] = [1, 0];
    for (let halving = 0; halving < maxHalvings && gain <= 0; halving += 1, length /= 2) {
      const next = current.map((value, at) => value + length * (direction[at] ?? 0));
      gain = logPrior(next) + logLikelihood(next) - density;
      if (gain > 0) [current, best] = [next, density + gain];
    }
    if (!(gain > tolerance)) break;
  }
  return { parameters: current, density: best };
}

/** Gaussian elimination of a positive definite system. */
function solve(matrix: readonly Float64Array[], right: Float64Array): Float64Array {
  const rows = matrix.map((row, at) => [...row, right[at] ?? 0]);
  for (const [at, pivotRow] of rows.entries()) {
    for (const [other, row] of rows.entries()) {
      if (other === at) continue;
      const factor = (row[at] ?? 0) / (pivotRow[at] ?? 1);
      for (let column = at; column < row.length; column += 1)
        row[column] = (row[column] ?? 0) - factor * (pivotRow[column] ?? 0);
    }
  }
  return Float64Array.from(rows, (row, at) => (row.at(-1) ?? 0) / (row[at] ?? 1));
}
