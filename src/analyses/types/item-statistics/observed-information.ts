import type { AnalysisControl } from '../../analysis-type.ts';
import type { FittedModel } from './fit-model.ts';
import type { ItemTerms } from './item-terms.ts';
import type { FittedName } from './maximization.ts';
import type { ModelData, PatternGroup } from './model-data.ts';
import { type Posterior, visitPosteriors } from './posterior.ts';
import { invertSymmetric } from './symmetric-inverse.ts';

const maxWork = 3e8;
const maxParameters = 300;
/** Grid points at which a typical posterior is not negligible. */
const typicalPoints = 30;

/** Whether the whole information matrix can be computed in about a second. */
export function isJointFeasible(model: FittedName, data: ModelData): boolean {
  let work = 0;
  for (const { items, from, end } of data.groups) {
    work += ((end - from) * typicalPoints * sizeOf(model, items.length) ** 2) / 2;
  }
  return sizeOf(model, data.columns.length) <= maxParameters && work <= maxWork;
}

/**
 * Louis' observed information (1982) of all parameters, inverted: the complete-data information
 * minus the posterior covariance of each pattern's score vector. Null when it is singular.
 */
export function jointCovariances(
  model: FittedName,
  data: ModelData,
  { grid, parameters }: FittedModel,
  probabilities: Float64Array,
  complete: ItemTerms,
  control: AnalysisControl,
): ItemTerms | null {
  const size = sizeOf(model, data.columns.length);
  const information = new Float64Array(size * size);
  addComplete(information);
  const isCorrect = new Uint8Array(data.columns.length);
  const [gradient, mean] = [new Float64Array(size), new Float64Array(size)];
  let group: PatternGroup | undefined;
  let indexes: readonly number[] = [];
  visitPosteriors(data, grid, parameters, control, (pattern, posterior, current) => {
    if (current !== group) indexes = parameterIndexes(model, current.items, data.columns.length);
    group = current;
    markCorrect(pattern, 1);
    subtractCovariance(posterior, current.items, data.weights[pattern] ?? 0);
    markCorrect(pattern, 0);
  });
  const inverse = invertSymmetric(information, size);
  return inverse && readItems(inverse);

  function addComplete(matrix: Float64Array): void {
    for (const item of data.columns.keys()) {
      const [c = 0, a] = parameterIndexes(model, [item], data.columns.length);
      matrix[c * size + c] = complete.cc[item] ?? 0;
      if (a === undefined) continue;
      matrix[a * size + c] = complete.ca[item] ?? 0;
      matrix[a * size + a] = (matrix[a * size + a] ?? 0) + (complete.aa[item] ?? 0);
    }
  }

  function subtractCovariance(
    { masses, from, end }: Posterior,
    items: Int32Array,
    weight: number,
  ): void {
    mean.fill(0);
    for (let q = from; q < end; q += 1) {
      fillGradient(items, q);
      for (let at = 0; at < indexes.length; at += 1) {
        mean[at] = (mean[at] ?? 0) + (masses[q] ?? 0) * (gradient[at] ?? 0);
      }
    }
    for (let q = from; q < end; q += 1) {
      fillGradient(items, q);
      for (let at = 0; at < indexes.length; at += 1)
        gradient[at] = (gradient[at] ?? 0) - (mean[at] ?? 0);
      subtractOuterProduct(weight * (masses[q] ?? 0));
    }
  }

  function subtractOuterProduct(weight: number): void {
    for (let i = 0; i < indexes.length; i += 1) {
      const scaled = weight * (gradient[i] ?? 0);
      const row = (indexes[i] ?? 0) * size;
      for (let j = 0; j <= i; j += 1) {
        const index = row + (indexes[j] ?? 0);
        information[index] = (information[index] ?? 0) - scaled * (gradient[j] ?? 0);
      }
    }
  }

  /** The gradient of one pattern's log-likelihood at a grid point, by parameter. */
  function fillGradient(items: Int32Array, q: number): void {
    const point = grid.points[q] ?? 0;
    const step = model === '2pl' ? 2 : 1;
    let slopeSum = 0;
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at] ?? 0;
      const residual = (isCorrect[item] ?? 0) - (probabilities[item * grid.points.length + q] ?? 0);
      gradient[at * step] = residual;
      if (model === '2pl') gradient[at * step + 1] = residual * point;
      slopeSum += residual * point;
    }
    if (model === '1pl') gradient[items.length] = slopeSum;
  }

  function markCorrect(pattern: number, mark: number): void {
    const end = data.correctStarts[pattern + 1] ?? 0;
    for (let at = data.correctStarts[pattern] ?? 0; at < end; at += 1)
      isCorrect[data.correctItems[at] ?? 0] = mark;
  }

  function readItems(inverse: Float64Array): ItemTerms {
    const read = (term: (c: number, a: number | undefined) => number | undefined) =>
      Float64Array.from(data.columns.keys(), (item) => {
        const [c = 0, a] = parameterIndexes(model, [item], data.columns.length);
        return term(c, a) ?? 0;
      });
    return {
      cc: read((c) => inverse[c * size + c]),
      ca: read((c, a) => (a === undefined ? 0 : inverse[a * size + c])),
      aa: read((_c, a) => (a === undefined ? 0 : inverse[a * size + a])),
    };
  }
}

function sizeOf(model: FittedName, items: number): number {
  return model === '2pl' ? 2 * items : model === '1pl' ? items + 1 : items;
}

/** Indexes of the parameters of some items: intercepts, then slopes (one per item, or a common one). */
function parameterIndexes(model: FittedName, items: ArrayLike<number>, all: number): number[] {
  const intercepts = Array.from(items);
  if (model === '2pl') return intercepts.flatMap((item) => [2 * item, 2 * item + 1]);
  return model === '1pl' ? [...intercepts, all] : intercepts;
}
