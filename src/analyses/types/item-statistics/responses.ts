import { z } from 'zod';
import { share } from '../../envelope.ts';
import {
  listResponseErrors,
  maxQuestionIdLength,
  maxRespondentLength,
  maxResponses,
} from './response-errors.ts';

const questionId = z.string().min(1).max(maxQuestionIdLength);

const responseRow = z.strictObject({
  respondent: z
    .string()
    .min(1)
    .max(maxRespondentLength)
    .meta({ description: 'Who answered: any name that tells respondents apart.' }),
  question_id: questionId,
  score: share.meta({ description: '1 for right, 0 for wrong, or a part of the credit.' }),
});

const responseTable = z.strictObject({
  question_ids: z.array(questionId).meta({ description: 'The columns, each question once.' }),
  scores: z.array(z.array(share.nullable())).meta({
    description: 'A row for each respondent, a score for each question, null where it is missing.',
  }),
});

export type ResponseRow = z.output<typeof responseRow>;
export type ResponseTable = z.output<typeof responseTable>;
export type Responses = readonly ResponseRow[] | ResponseTable;

/** What documents say of it; a million rows are checked by hand, ten times faster than by this. */
const shape = z.union([z.array(responseRow).max(maxResponses), responseTable]);

const { $schema: _dialect, ...shapeAsJson } = z.toJSONSchema(shape);

const checked = z.unknown().superRefine((value, context) => {
  for (const { path, code, detail } of listResponseErrors(value)) {
    context.addIssue({ code: 'custom', path: [...path], message: detail, params: { code } });
  }
});

export const responsesParameter = (checked as unknown as z.ZodType<Responses, Responses>)
  .default([])
  .meta({
    ...shapeAsJson,
    description:
      'Who scored what: rows {respondent, question_id, score} or, compact, {question_ids, scores} ' +
      'with a row for each respondent; at most 1,000,000 scores. A respondent answers a question ' +
      'once: a second row for the same pair is refused. A row that is not there, or null, is a ' +
      'missing response and never counts as wrong: facility, sd and correlations use the ' +
      'responses there are, totals are the mean score over the answered questions times the ' +
      'number of questions, alpha uses pairwise covariances, and models take what is missing to ' +
      'be missing at random.',
  });

export function isTable(responses: Responses): responses is ResponseTable {
  return !Array.isArray(responses);
}
