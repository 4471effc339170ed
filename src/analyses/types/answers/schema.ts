import * as z from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { answerKinds } from '../../kit/answers/answer-kind.ts';
import { resultObject } from '../../result-schema.ts';
import { lengthBias, positionBias } from './choice-bias.ts';

export const answersParameters = z.strictObject({
  items: itemsParameter,
  max_repetition: z
    .int()
    .min(1)
    .max(10_000)
    .default(5)
    .meta({
      description:
        'Maximum number of questions with the same answer, for up to 500 questions; in proportion for ' +
        'more, and five times as many for numbers. True/false answers are exempt.',
    }),
});

export type AnswersParameters = z.output<typeof answersParameters>;

const length = resultObject('LengthStatistics', 'Distribution of the lengths of answers.', {
  min: count.meta({ description: 'Length of the shortest answer.' }),
  median: z.number().min(0).meta({ description: 'Half of the answers are at most this long.' }),
  mean: z.number().min(0).meta({ description: 'Arithmetic mean.' }),
  max: count.meta({ description: 'Length of the longest answer.' }),
});

const answerType = z
  .enum(answerKinds)
  .meta({ description: `One of ${answerKinds.join(', ')}; a heuristic.` });

export const answersResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    distinct_answers: count.meta({
      description: 'Number of different answers after normalization.',
    }),
    repeated_answers: count.meta({
      description: 'Number of answers shared by more questions than allowed.',
    }),
    allowed_repetition: count.meta({
      description:
        'How many questions may share an answer in a set of this size: see max_repetition.',
    }),
    true_share: share.nullable().meta({
      description: 'Share of true (or yes) among true/false answers; null without such answers.',
    }),
    with_choices: count.meta({
      description: 'Number of questions with incorrect answers to choose from.',
    }),
  }),
  types: z
    .array(
      resultObject('AnswerTypeCount', 'How frequent one type of answer is.', {
        type: answerType,
        count: count.meta({ description: 'Number of questions with such an answer.' }),
        share: share.meta({ description: 'count / evaluated.' }),
      }),
    )
    .meta({ description: 'Types of answers, most frequent first.' }),
  lengths: resultObject('AnswerLengths', 'How long the correct answers are.', {
    characters: length.meta({ description: 'Lengths in characters (code points).' }),
    words: length.meta({ description: 'Counted in words.' }),
  })
    .nullable()
    .meta({ description: 'How long the correct answers are; null without questions.' }),
  repeated: z
    .array(
      resultObject('RepeatedAnswer', 'An answer that too many questions share.', {
        answer: z.string().meta({ description: 'The answer as one of the questions spells it.' }),
        count: count.meta({ description: 'Number of questions with this answer.' }),
      }),
    )
    .meta({ description: 'Answers that more questions share than allowed; up to 1,000.' }),
  position_bias: z.array(positionBias).meta({
    description: 'Position of the correct answer among the sorted choices, by number of choices.',
  }),
  length_bias: lengthBias.nullable().meta({
    description:
      'Whether the length of a choice gives the answer away; null with too few questions.',
  }),
  items: z.array(
    z.strictObject({
      ...itemFields,
      type: answerType,
      length: count.meta({ description: 'Length of the correct answer in characters.' }),
      repetition: count.meta({ description: 'Number of questions with the same answer.' }),
    }),
  ),
  warnings,
});

export type AnswersResult = z.output<typeof answersResult>;
