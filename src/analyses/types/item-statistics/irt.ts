import { type AnalysisControl, subProgress } from '../../analysis-type.ts';
import type { Warning } from '../../envelope.ts';
import { figure, roundShare } from '../../kit/figures.ts';
import { type FittedModel, fitModel } from './fit-model.ts';
import { type FittedName, maxSlope } from './maximization.ts';
import { type ModelData, minCorrectScore, readModelData } from './model-data.ts';
import {
  describeInformation,
  estimateAbilities,
  type InformationPoint,
  type ItemFit,
  measureFit,
} from './model-fit.ts';
import type { ItemParameters } from './posterior.ts';
import type { ResponseMatrix } from './response-matrix.ts';
import { estimateStandardErrors } from './standard-errors.ts';

export type ModelName = 'rasch' | FittedName;

export interface IrtFigures {
  readonly a: number | null;
  readonly b: number | null;
  readonly se_a: number | null;
  readonly se_b: number | null;
}

/** Discrimination and difficulty on the scale on which abilities have standard deviation 1. */
export interface UnitFigures {
  readonly a: number;
  readonly b: number;
  readonly seB: number;
}

export interface IrtFit {
  readonly logLikelihood: number | null;
  /** The standard deviation of the abilities: estimated by rasch, otherwise 1. */
  readonly abilitySd: number | null;
  /** By column of the matrix; without those that could not be estimated. */
  readonly figures: ReadonlyMap<number, IrtFigures>;
  readonly unitFigures: ReadonlyMap<number, UnitFigures>;
  /** By column; without questions that no respondent of a finite ability answered. */
  readonly fit: ReadonlyMap<number, ItemFit>;
  readonly information: readonly InformationPoint[];
  readonly warnings: readonly Warning[];
}

/** With fewer questions the model is not identified. */
const minQuestions = { rasch: 2, rasch_unit: 1, '1pl': 2, '2pl': 3 };
/** With more, a million responses are too few per question. */
const maxQuestions = 20_000;
/** Rules of thumb: about 100 for a Rasch model (Linacre 1994), 200 for a 2PL (Drasgow 1989). */
const minRespondents = { rasch: 100, rasch_unit: 100, '1pl': 100, '2pl': 200 };

export function fitIrt(model: ModelName, matrix: ResponseMatrix, control: AnalysisControl): IrtFit {
  const data = readModelData(matrix, control);
  const questions = data.columns.length;
  const needed = minQuestions[model];
  if (questions < needed || questions > maxQuestions) {
    const allowed = `${needed} to ${maxQuestions.toLocaleString('en')} questions`;
    const detail = `A ${model} model needs ${allowed} with both correct and incorrect responses; found ${questions}.`;
    const warnings = [{ code: 'model_not_fitted', detail }];
    return {
      logLikelihood: null,
      abilitySd: null,
      figures: new Map(),
      unitFigures: new Map(),
      fit: new Map(),
      information: [],
      warnings,
    };
  }
  // A common slope σ with standard normal abilities is a slope of 1 with standard deviation σ.
  const fittedName = model === 'rasch' ? '1pl' : model;
  const fitted = fitModel(fittedName, data, subProgress(control, 0, 0.8));
  const errors = estimateStandardErrors(fittedName, data, fitted, subProgress(control, 0.8, 0.95));
  const shown = model === 'rasch' ? withUnitSlopes(fitted.parameters) : fitted.parameters;
  const abilities = estimateAbilities(data, shown, control);
  const fits = measureFit(data, shown, abilities, control);
  const figures = new Map<number, IrtFigures>();
  const unitFigures = new Map<number, UnitFigures>();
  for (const [item, column] of data.columns.entries()) {
    const [a, c] = [fitted.parameters.slopes[item] ?? 0, fitted.parameters.intercepts[item] ?? 0];
    if (Math.abs(a) >= maxSlope) continue;
    const seB = errors.ofB[item] ?? Number.NaN;
    if (Math.abs(a) >= minSlope) unitFigures.set(column, { a, b: -c / a, seB });
    figures.set(column, model === 'rasch' ? onRaschScale(item) : onUnitScale(item, a, -c / a));
  }
  return {
    logLikelihood: figure(fitted.logLikelihood),
    abilitySd: model === 'rasch' ? roundShare(fitted.parameters.slopes[0] ?? 0) : 1,
    figures,
    unitFigures,
    fit: new Map(
      [...data.columns].flatMap((column, item) => {
        const fit = fits[item];
        return fit && Number.isFinite(fit.infitZ + fit.outfit) ? [[column, fit] as const] : [];
      }),
    ),
    information: describeInformation(shown),
    warnings: listWarnings(model, matrix, data, fitted, figures.size),
  };

  function onRaschScale(item: number): IrtFigures {
    const b = -(fitted.parameters.intercepts[item] ?? 0);
    return { a: 1, b: roundShare(b), se_a: null, se_b: finite(errors.ofIntercept[item]) };
  }

  function onUnitScale(item: number, a: number, b: number): IrtFigures {
    const hasDifficulty = Math.abs(a) >= minSlope;
    return {
      a: roundShare(a),
      b: hasDifficulty ? roundShare(b) : null,
      se_a: finite(errors.ofA[item]),
      se_b: hasDifficulty ? finite(errors.ofB[item]) : null,
    };
  }
}

/** A common slope σ and standard normal abilities are a slope of 1 and abilities times σ. */
function withUnitSlopes({ slopes, intercepts }: ItemParameters): ItemParameters {
  return { slopes: slopes.map(() => 1), intercepts };
}

/** Below it the probability hardly depends on ability, and the difficulty is undefined. */
const minSlope = 0.01;

function finite(value: number | undefined): number | null {
  return value !== undefined && Number.isFinite(value) ? roundShare(value) : null;
}

function listWarnings(
  model: ModelName,
  { patterns, respondents, questionIds }: ResponseMatrix,
  { columns }: ModelData,
  { hasConverged }: FittedModel,
  estimated: number,
): Warning[] {
  const partial = countPartial(patterns.scores, patterns.weights, patterns.starts);
  const lost = questionIds.length - estimated;
  const found: (Warning | false)[] = [
    partial > 0 && {
      code: 'scores_rounded',
      detail: `The ${model} model needs binary scores: of ${partial} partial scores, those of at least ${minCorrectScore} counted as correct.`,
    },
    lost > 0 && {
      code: 'not_estimable',
      detail: `${lost} questions have no a and b: ${questionIds.length - columns.length} had only correct or only incorrect responses, ${columns.length - estimated} exceeded the bounds.`,
    },
    respondents < minRespondents[model] && {
      code: 'small_sample',
      detail: `A ${model} model needs at least ${minRespondents[model]} respondents; found ${respondents}.`,
    },
    !hasConverged && {
      code: 'model_not_converged',
      detail: `The ${model} model did not converge; its figures are approximate.`,
    },
  ];
  return found.filter((each) => each !== false);
}

function countPartial(scores: Float64Array, weights: Float64Array, starts: Int32Array): number {
  let partial = 0;
  for (const [pattern, weight] of weights.entries()) {
    for (let at = starts[pattern] ?? 0; at < (starts[pattern + 1] ?? 0); at += 1) {
      const score = scores[at] ?? 0;
      if (score > 0 && score < 1) partial += weight;
    }
  }
  return partial;
}
