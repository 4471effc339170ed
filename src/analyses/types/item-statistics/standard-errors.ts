import type { AnalysisControl } from '../../analysis-type.ts';
import { expectAbilities } from './expectation.ts';
import type { FittedModel } from './fit-model.ts';
import {
  completeInformation,
  type ItemTerms,
  missingInformation,
  tabulateProbabilities,
} from './item-terms.ts';
import type { FittedName } from './maximization.ts';
import type { ModelData } from './model-data.ts';
import { isJointFeasible, jointCovariances } from './observed-information.ts';

export interface StandardErrors {
  /** Per item, of discrimination and difficulty; NaN if undefined. */
  readonly ofA: Float64Array;
  readonly ofB: Float64Array;
  readonly ofIntercept: Float64Array;
}

/** By the delta method from the variances of slopes and intercepts, since b = −c / a. */
export function estimateStandardErrors(
  model: FittedName,
  data: ModelData,
  fitted: FittedModel,
  control: AnalysisControl,
): StandardErrors {
  const items = data.columns.length;
  const { grid, parameters } = fitted;
  const probabilities = tabulateProbabilities(items, grid, parameters);
  const { expectedCounts } = expectAbilities(data, grid, parameters, control);
  const complete = completeInformation(items, grid, probabilities, expectedCounts);
  const variances = isJointFeasible(model, data)
    ? jointCovariances(model, data, fitted, probabilities, complete, control)
    : separateCovariances(
        model,
        data,
        fitted,
        complete,
        missingInformation(data, fitted, probabilities, control),
      );
  const each = (read: (item: number, a: number, b: number) => number) =>
    Float64Array.from({ length: items }, (_, item) => {
      const a = parameters.slopes[item] ?? 0;
      return Math.sqrt(read(item, a, -(parameters.intercepts[item] ?? 0) / a));
    });
  const term = (values: Float64Array | undefined, item: number) => values?.[item] ?? Number.NaN;
  return {
    ofA: each((item) => (model === 'rasch_unit' ? Number.NaN : term(variances?.aa, item))),
    ofIntercept: each((item) => term(variances?.cc, item)),
    ofB: each((item, a, b) => {
      const [cc, ca, aa] = [variances?.cc, variances?.ca, variances?.aa];
      return (term(cc, item) + 2 * b * term(ca, item) + b * b * term(aa, item)) / (a * a);
    }),
  };
}

/**
 * For models too large for the joint matrix: inverts the information of each item as if the others
 * were known, and adds the sampling error of the respondents' mean (1 / √n) and spread (1 / √2n).
 * In simulated tests of 20, 80 and 200 questions the standard errors were within 4, 2 and 1 % of
 * the joint ones.
 */
function separateCovariances(
  model: FittedName,
  data: ModelData,
  { parameters }: FittedModel,
  complete: ItemTerms,
  missing: ItemTerms,
): ItemTerms {
  const respondents = data.weights.reduce((sum, weight) => sum + weight, 0);
  const observed = (part: keyof ItemTerms) =>
    complete[part].map((value, item) => value - (missing[part][item] ?? 0));
  const [cc, ca, aa] = [observed('cc'), observed('ca'), observed('aa')];
  const pooled = cc.reduce(
    (sum, value, item) => sum + (aa[item] ?? 0) - (ca[item] ?? 0) ** 2 / value,
    0,
  );
  const variances = { cc: cc.slice(), ca: ca.slice(), aa: aa.slice() };
  for (const [item, ofIntercept] of cc.entries()) {
    const [both, ofSlope] = [ca[item] ?? 0, aa[item] ?? 0];
    const a = parameters.slopes[item] ?? 0;
    const determinant = ofIntercept * ofSlope - both * both;
    const slope =
      model === 'rasch_unit' ? 0 : model === '1pl' ? 1 / pooled : ofIntercept / determinant;
    const ratio = -both / ofIntercept;
    const isScaleFree = model !== 'rasch_unit';
    variances.aa[item] = slope + (isScaleFree ? (a * a) / (2 * respondents) : 0);
    variances.ca[item] = ratio * slope;
    variances.cc[item] = 1 / ofIntercept + ratio * ratio * slope + (a * a) / respondents;
  }
  return variances;
}
