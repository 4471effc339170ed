import { tooFewQuestions, type Warning } from '../../envelope.ts';
import type { ClassicalFigures } from './classical.ts';
import type { Reliability } from './reliability.ts';
import type { ResponseMatrix } from './response-matrix.ts';
import type { ItemStatisticsParameters } from './schema.ts';

/** Limitations of the data; those of a model are reported by irt.ts. */
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
      detail:
        'There are no responses to these questions. Give scores in the parameter responses, or ' +
        '"stored" for those that were recorded.',
    },
    unknown.questions > 0 && {
      code: 'unknown_questions',
      detail: `${unknown.responses} responses to ${unknown.questions} questions outside the selection were ignored.`,
    },
    responses > 0 &&
      answered < evaluated && {
        code: 'unanswered_questions',
        detail: `${evaluated - answered} of ${evaluated} questions have no responses.`,
      },
    answered === 1 &&
      tooFewQuestions('Discrimination and reliability need at least two questions with responses.'),
    thin > 0 && {
      code: 'too_few_responses',
      detail: `${thin} questions have fewer than ${min_responses} responses and get no flags and no suggested_difficulty.`,
    },
    constant > 0 && {
      code: 'no_variance',
      detail: `${constant} questions have the same score for all respondents and do not discriminate.`,
    },
    obstacle !== null && { code: 'alpha_left_out', detail: obstacles[obstacle] },
  ];
  return found.filter((each) => each !== false);
}

/** In logits; a smaller one may be chance. */
const minReportedShift = 0.75;

export function shiftWarning(shift: number): Warning[] {
  if (Math.abs(shift) < minReportedShift) return [];
  const found = shift < 0 ? 'easier' : 'harder';
  const respondents = shift < 0 ? 'strong' : 'weak';
  const detail =
    `On the whole, questions were ${found} than their difficulties say, by ${Math.abs(shift).toFixed(1)} logits: the ` +
    `respondents are ${respondents}, or most difficulties are wrong. label_mismatch is raised only ` +
    'for questions that also differ from the others of their level; suggested_difficulty holds for these respondents.';
  return [{ code: 'levels_shifted', detail }];
}

export function repeatedWarning(repeated: number): Warning[] {
  const detail = `${repeated} responses were ignored: the same respondent had answered the question before.`;
  return repeated > 0 ? [{ code: 'repeated_responses', detail }] : [];
}

const obstacles = {
  too_much_work: 'Alpha is not computed: too many responses, some of them missing.',
  too_little_overlap:
    'Alpha is not computed: some pairs of questions share fewer than two respondents.',
};
