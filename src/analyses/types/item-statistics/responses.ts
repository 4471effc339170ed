import * as z from 'zod';
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
    .meta({ description: 'Any identifier that is unique to a respondent.' }),
  question_id: questionId,
  score: share.meta({ description: '1 for correct, 0 for incorrect, or partial credit.' }),
});

const responseTable = z.strictObject({
  question_ids: z
    .array(questionId)
    .meta({ description: 'Questions of the columns, without duplicates.' }),
  scores: z.array(z.array(share.nullable())).meta({
    description: 'One row per respondent, one score per question; null if missing.',
  }),
});

export type ResponseRow = z.output<typeof responseRow>;
export type ResponseTable = z.output<typeof responseTable>;
export type GivenResponses = readonly ResponseRow[] | ResponseTable;
export type Responses = GivenResponses | 'stored';

/** For documentation only: hand-written checks are ten times faster on a million rows. */
const shape = z.union([z.array(responseRow).max(maxResponses), responseTable, z.literal('stored')]);

const { $schema: _dialect, ...shapeAsJson } = z.toJSONSchema(shape);

const checked = z.unknown().superRefine((value, context) => {
  if (value === 'stored') return;
  for (const { path, code, detail, more } of listResponseErrors(value)) {
    context.addIssue({ code: 'custom', path: [...path], message: detail, params: { code, more } });
  }
});

export const responsesParameter = (checked as unknown as z.ZodType<Responses, Responses>)
  .default([])
  .meta({
    ...shapeAsJson,
    description:
      '"stored" for the responses that were recorded (see response_filter), or scores as rows ' +
      '{respondent, question_id, score} or, more compact, as a matrix {question_ids, scores} with ' +
      'one row per respondent; up to 1,000,000 scores. A second row for the same ' +
      'respondent and question is rejected. An absent row or null is a missing response and never ' +
      'counts as incorrect: facility, sd and correlations use the available responses, total ' +
      'scores are the mean score over the answered questions times the number of questions, alpha ' +
      'uses pairwise covariances, and models assume that responses are missing at random.',
  });

export function isTable(responses: GivenResponses): responses is ResponseTable {
  return !Array.isArray(responses);
}
