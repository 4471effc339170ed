import { type AnalysisType, subProgress, visitQuestions } from '../../analysis-type.ts';
import { keepsItem, sortItems, summarize, tooFewQuestions } from '../../envelope.ts';
import { figure, roundShare, shareOf } from '../../kit/figures.ts';
import { type ClassicalFigures, describeQuestions } from './classical.ts';
import { gatherEvidence } from './evidence.ts';
import { showEvidence } from './evidence-figures.ts';
import { measureHardness, measureShift } from './hardness.ts';
import { fitIrt, type IrtFigures } from './irt.ts';
import type { Choices } from './options.ts';
import { describeReliability } from './reliability.ts';
import { itemStatisticsReport } from './report.ts';
import { readCells } from './response-cells.ts';
import { summarizeResponses } from './response-digest.ts';
import { buildMatrix, type ResponseMatrix } from './response-matrix.ts';
import {
  type ItemStatisticsParameters,
  type ItemStatisticsResult,
  itemStatisticsParameters,
  itemStatisticsResult,
} from './schema.ts';
import { readStoredCells } from './stored-responses.ts';
import { describeTotals, sumScores } from './totals.ts';
import { assessQuestion, noVerdict } from './verdict.ts';
import { listWarnings, repeatedWarning, shiftWarning } from './warnings.ts';

export const itemStatistics: AnalysisType<ItemStatisticsParameters, ItemStatisticsResult> = {
  name: 'item_statistics',
  title: 'Item statistics',
  description:
    'How did respondents perform? Computes classical item statistics (facility, discrimination, ' +
    'reliability) from responses, fits Rasch, 1PL and 2PL models, suggests a difficulty for each ' +
    'question, and flags questions that are too easy, too hard, discriminate poorly or whose ' +
    'stored difficulty the responses contradict. From recorded responses also: which options ' +
    'are chosen by whom, wrong keys, differences between groups (DIF) and periods (drift).',
  engineVersion: 5,
  parameters: itemStatisticsParameters,
  result: itemStatisticsResult,
  report: itemStatisticsReport,

  *echo({ responses, ...parameters }) {
    if (responses === 'stored') return { ...parameters, responses };
    return { ...parameters, responses: yield* summarizeResponses(responses) };
  },

  readsResponses: ({ responses }) => responses === 'stored',

  async run(questions, parameters, control) {
    const levels = new Map<string, number>();
    const choices = new Map<string, Choices>();
    const isStored = parameters.responses === 'stored';
    const evaluated = await visitQuestions(questions, subProgress(control, 0, 0.2), (question) => {
      const { id, difficulty, correctAnswer, incorrectAnswers } = question;
      levels.set(id, difficulty);
      if (isStored) choices.set(id, { correctAnswer, incorrectAnswers });
    });
    const isChosen = (id: string) => levels.has(id);
    const { responses, response_filter } = parameters;
    const reading = subProgress(control, 0.2, 0.3);
    const cells =
      responses === 'stored'
        ? await readStoredCells(response_filter, isChosen, reading)
        : readCells(responses, isChosen, reading);
    const matrix = buildMatrix(cells, reading);
    const totals = sumScores(matrix.patterns);
    const { group_fraction, model } = parameters;
    const classical = describeQuestions(
      matrix,
      totals,
      group_fraction,
      subProgress(control, 0.3, 0.4),
    );
    const reliability = describeReliability(matrix, totals, subProgress(control, 0.4, 0.5));
    const evidence = gatherEvidence(
      cells,
      (id) => choices.get(id),
      parameters,
      subProgress(control, 0.5, 0.6),
    );
    const irt = model === 'none' ? undefined : fitIrt(model, matrix, subProgress(control, 0.6, 1));
    const distribution = describeTotals(matrix, totals);
    const { alpha } = reliability;

    const columns = new Map(matrix.questionIds.map((id, column) => [id, column]));
    const read = [...levels].map(([id, level]) => {
      const column = columns.get(id) ?? -1;
      const figures = classical[column];
      const isJudged = figures !== undefined && figures.n >= parameters.min_responses;
      const hardness = isJudged
        ? measureHardness(figures, irt?.unitFigures.get(column))
        : undefined;
      return { id, level, column, figures, hardness };
    });
    const shift = measureShift(
      read.flatMap(({ hardness, level }) => (hardness ? [{ hardness, level }] : [])),
    );
    const verdicts = read.map(({ id, level, column, figures, hardness }) => {
      const irtFigures = irt?.figures.get(column);
      const isJudged = figures !== undefined && hardness !== undefined;
      const verdict = isJudged
        ? assessQuestion(
            figures,
            hardness,
            shift,
            reliability.withoutEach[column] ?? null,
            level,
            { fit: irt?.fit.get(column), of: evidence.questions.get(id) },
            parameters,
          )
        : noVerdict;
      return { id, column, figures, irtFigures, isJudged, ...verdict };
    });
    const judged = verdicts.filter(({ isJudged }) => isJudged).length;
    const flagged = verdicts.filter(({ flags }) => flags.length > 0).length;
    control.progress(1);
    return {
      summary: {
        ...summarize(evaluated, flagged),
        score: shareOf(judged - flagged, judged),
        answered: matrix.questionIds.length,
        judged,
        responses: matrix.responses,
        missing_share: missingShare(matrix),
      },
      test: {
        n: matrix.respondents,
        ...distribution,
        alpha,
        sem:
          alpha === null || distribution.sd === null
            ? null
            : roundShare(distribution.sd * Math.sqrt(Math.max(0, 1 - alpha))),
        log_likelihood: irt?.logLikelihood ?? null,
        ability_sd: irt?.abilitySd ?? null,
      },
      information: (irt?.information ?? []).map(({ ability, information, standardError }) => ({
        ability,
        information: figure(information),
        standard_error: Number.isFinite(standardError) ? figure(standardError) : null,
      })),
      groups: [...evidence.groups],
      period_boundary:
        evidence.boundary === null ? null : new Date(evidence.boundary).toISOString(),
      items: sortItems(
        verdicts
          .filter(({ flags }) => keepsItem(parameters.items, flags.length > 0))
          .map(({ id, column, figures, irtFigures, suggested, flags, score }) => ({
            question_id: id,
            flagged: flags.length > 0,
            score,
            reasons: [...flags],
            ...(figures ?? noFigures),
            alpha_if_deleted: reliability.withoutEach[column] ?? null,
            ...(irtFigures ?? noIrtFigures),
            ...showEvidence(
              figures?.n ?? 0,
              matrix.respondents,
              irt?.fit.get(column),
              evidence.questions.get(id),
            ),
            suggested_difficulty: suggested,
            flags: [...flags],
          })),
      ),
      warnings:
        evaluated === 0
          ? [tooFewQuestions('There are no questions to evaluate.')]
          : [
              ...shiftWarning(shift),
              ...listWarnings(matrix, classical, reliability.obstacle, evaluated, parameters),
              ...repeatedWarning(cells.details?.repeated ?? 0),
              ...(irt?.warnings ?? []),
              ...evidence.warnings,
            ],
    };
  },
};

const noFigures: { readonly [field in keyof ClassicalFigures]: field extends 'n' ? number : null } =
  {
    n: 0,
    facility: null,
    facility_interval: null,
    sd: null,
    item_total_r: null,
    item_rest_r: null,
    item_rest_r_interval: null,
    discrimination_index: null,
    discrimination_efficiency: null,
    upper_lower: null,
  };

const noIrtFigures: IrtFigures = { a: null, b: null, se_a: null, se_b: null };

function missingShare({ respondents, questionIds, responses }: ResponseMatrix): number | null {
  const cells = respondents * questionIds.length;
  return shareOf(cells - responses, cells);
}
