import { z } from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { answerKinds } from '../../kit/text/answer-kind.ts';
import { lengthBias, positionBias } from './choice-bias.ts';

export const answersParameters = z.strictObject({
  items: itemsParameter,
  max_repetition: z
    .int()
    .min(1)
    .max(10_000)
    .default(5)
    .meta({ description: 'How many questions may share an answer; true and false do not count.' }),
});

export type AnswersParameters = z.output<typeof answersParameters>;

const length = z.strictObject({
  min: count,
  median: z.number().min(0),
  mean: z.number().min(0),
  max: count,
});

export const answersResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    distinct_answers: count.meta({ description: 'How many different answers there are.' }),
    repeated_answers: count.meta({ description: 'How many of them are given too often.' }),
    true_share: share
      .nullable()
      .meta({ description: 'The share of true (or yes) among true and false; null of none.' }),
    with_choices: count.meta({ description: 'How many questions have wrong answers stored.' }),
  }),
  types: z
    .array(z.strictObject({ type: z.enum(answerKinds), count, share }))
    .meta({ description: 'Which sorts of answers there are, the most frequent first.' }),
  lengths: z
    .strictObject({ characters: length, words: length })
    .nullable()
    .meta({ description: 'How long the answers are; null of none.' }),
  repeated: z
    .array(z.strictObject({ answer: z.string(), count }))
    .meta({ description: 'Answers given more often than max_repetition, at most 1,000.' }),
  position_bias: z.array(positionBias).meta({
    description: 'Where the right answer stands among its choices when they are sorted.',
  }),
  length_bias: lengthBias.nullable(),
  items: z.array(
    z.strictObject({
      ...itemFields,
      type: z.enum(answerKinds),
      length: count.meta({ description: 'Characters of the answer.' }),
      repetition: count.meta({ description: 'How many questions have this answer.' }),
    }),
  ),
  warnings,
});

export type AnswersResult = z.output<typeof answersResult>;
