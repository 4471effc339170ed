import { z } from 'zod';
import { count, itemFields, itemsParameter, summaryFields, warnings } from '../../envelope.ts';

const cosine = z.number().min(-1).max(1);

export const semanticParameters = z.strictObject({
  items: itemsParameter,
  threshold: z.number().min(0.3).max(1).default(0.85).meta({
    description:
      'From which cosine on two questions count as near in meaning. What is near depends on the model.',
  }),
  neighbours: z
    .int()
    .min(1)
    .max(50)
    .default(5)
    .meta({ description: 'How many of the nearest questions each item lists.' }),
  max_pairs: z
    .int()
    .min(1)
    .max(100_000)
    .default(10_000)
    .meta({ description: 'How many pairs the result lists, the nearest first.' }),
});

const sameAnswer = z.boolean().meta({
  description:
    'Whether the answers are equal but for case and punctuation, or one has all words of the other.',
});

export const semanticResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    pairs: count.meta({ description: 'How many pairs are near, listed or not.' }),
    same_answer_pairs: count.meta({ description: 'How many of them have the same answer.' }),
    mean_nearest_cosine: cosine.nullable().meta({
      description: 'How near the nearest other question is, on average; null of fewer than two.',
    }),
    dimensions: count
      .nullable()
      .meta({ description: "The length of the model's vectors; null when none was asked for." }),
  }),
  pairs: z
    .array(
      z.strictObject({
        a: z.string().meta({ description: 'One question.' }),
        b: z.string().meta({ description: 'The other.' }),
        cosine: cosine.meta({ description: 'Of their vectors, to six decimals.' }),
        same_answer: sameAnswer,
      }),
    )
    .meta({ description: 'The near pairs, the nearest first.' }),
  items: z.array(
    z.strictObject({
      ...itemFields,
      neighbours: z
        .array(
          z.strictObject({
            question_id: z.string().meta({ description: 'The neighbour.' }),
            cosine: cosine.meta({ description: 'Of the two vectors, to six decimals.' }),
            same_answer: sameAnswer,
          }),
        )
        .meta({ description: 'The nearest questions, the nearest first, near or not.' }),
    }),
  ),
  warnings,
});

export type SemanticParameters = z.output<typeof semanticParameters>;
export type SemanticResult = z.output<typeof semanticResult>;
