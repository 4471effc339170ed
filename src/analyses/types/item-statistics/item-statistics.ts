import { type AnalysisType, subProgress, visitQuestions } from '../../analysis-type.ts';
import { keepsItem, sortItems, summarize, tooFewQuestions } from '../../envelope.ts';
import { roundShare, shareOf } from '../../kit/figures.ts';
import { type ClassicalFigures, describeQuestions } from './classical.ts';
import { fitIrt, type IrtFigures } from './irt.ts';
import { describeReliability } from './reliability.ts';
import { itemStatisticsReport } from './report.ts';
import { summarizeResponses } from './response-digest.ts';
import { buildMatrix, type ResponseMatrix } from './response-matrix.ts';
import {
  type ItemStatisticsParameters,
  type ItemStatisticsResult,
  itemStatisticsParameters,
  itemStatisticsResult,
} from './schema.ts';
import { describeTotals, sumScores } from './totals.ts';
import { assessQuestion, noVerdict } from './verdict.ts';
import { listWarnings } from './warnings.ts';

export const itemStatistics: AnalysisType<ItemStatisticsParameters, ItemStatisticsResult> = {
  name: 'item_statistics',
  title: 'Item statistics',
  description:
    'How did respondents perform? Computes classical item statistics (facility, discrimination, ' +
    'reliability) from responses, fits Rasch, 1PL and 2PL models, suggests a difficulty for each ' +
    'question, and flags questions that are too easy, too hard, discriminate poorly or whose ' +
    'stored difficulty differs from the suggestion.',
  engineVersion: 2,
  parameters: itemStatisticsParameters,
  result: itemStatisticsResult,
  report: itemStatisticsReport,

  echo: ({ responses, ...parameters }) => ({
    ...parameters,
    responses: summarizeResponses(responses),
  }),

  async run(questions, parameters, control) {
    const levels = new Map<string, number>();
    const evaluated = await visitQuestions(questions, subProgress(control, 0, 0.2), (question) => {
      levels.set(question.id, question.difficulty);
    });
    const isChosen = (id: string) => levels.has(id);
    const matrix = buildMatrix(parameters.responses, isChosen, subProgress(control, 0.2, 0.3));
    const totals = sumScores(matrix.patterns);
    const { group_fraction, model } = parameters;
    const classical = describeQuestions(
      matrix,
      totals,
      group_fraction,
      subProgress(control, 0.3, 0.4),
    );
    const reliability = describeReliability(matrix, totals, subProgress(control, 0.4, 0.5));
    const irt = model === 'none' ? undefined : fitIrt(model, matrix, subProgress(control, 0.5, 1));
    const distribution = describeTotals(matrix, totals);
    const { alpha } = reliability;

    const columns = new Map(matrix.questionIds.map((id, column) => [id, column]));
    const verdicts = [...levels].map(([id, level]) => {
      const column = columns.get(id) ?? -1;
      const figures = classical[column];
      const isJudged = figures !== undefined && figures.n >= parameters.min_responses;
      const irtFigures = irt?.figures.get(column);
      const verdict = isJudged
        ? assessQuestion(
            figures,
            irt?.unitFigures.get(column),
            reliability.withoutEach[column] ?? null,
            level,
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
            suggested_difficulty: suggested,
            flags: [...flags],
          })),
      ),
      warnings:
        evaluated === 0
          ? [tooFewQuestions('There are no questions to evaluate.')]
          : [
              ...listWarnings(matrix, classical, reliability.obstacle, evaluated, parameters),
              ...(irt?.warnings ?? []),
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
