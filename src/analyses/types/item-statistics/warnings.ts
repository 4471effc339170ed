import { tooFewQuestions, type Warning } from '../../envelope.ts';
import type { ClassicalFigures } from './classical.ts';
import type { Reliability } from './reliability.ts';
import type { ResponseMatrix } from './response-matrix.ts';
import type { ItemStatisticsParameters } from './schema.ts';

/** What the responses cannot say, apart from what a model cannot. */
export function listWarnings(
  { questionIds, responses, unknown }: ResponseMatrix,
  figures: readonly ClassicalFigures[],
  obstacle: Reliability['obstacle'],
  evaluated: number,
  { min_responses }: ItemStatisticsParameters,
): Warning[] {
  const answered = questionIds.length;
  const thin = figures.filter(({ n }) => n < min_responses).length;
  const constant = figures.filter(({ sd }) => sd === 0).length;
  const found: (Warning | false)[] = [
    responses === 0 && {
      code: 'no_responses',
      detail: 'There is no response to these questions, so nothing is said about them.',
    },
    unknown.questions > 0 && {
      code: 'unknown_questions',
      detail: `${unknown.responses} responses to ${unknown.questions} questions that are not among the chosen ones were left out.`,
    },
    responses > 0 &&
      answered < evaluated && {
        code: 'unanswered_questions',
        detail: `${evaluated - answered} of ${evaluated} questions have no response.`,
      },
    answered === 1 &&
      tooFewQuestions('Discrimination and reliability take two answered questions.'),
    thin > 0 && {
      code: 'too_few_responses',
      detail: `${thin} questions have fewer than ${min_responses} responses: no flags and no level.`,
    },
    constant > 0 && {
      code: 'no_variance',
      detail: `${constant} questions were scored the same by everyone: they tell nobody apart.`,
    },
    obstacle !== null && { code: 'alpha_left_out', detail: obstacles[obstacle] },
  ];
  return found.filter((each) => each !== false);
}

const obstacles = {
  too_much_work: 'With so many responses, some of them missing, alpha would take too long.',
  too_little_overlap: 'Some two questions were answered by fewer than two of the same people.',
};
