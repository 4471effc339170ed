import * as z from 'zod';
import { count, itemFields, itemsParameter, summaryFields, warnings } from '../../envelope.ts';
import { questionId, resultHints, resultObject } from '../../result-schema.ts';

const maxNeighbors = 50;
/** Shown in percent, as in duplicates. */
const cosine = z.number().min(-1).max(1).register(resultHints, { unit: 'share' });

export const semanticParameters = z.strictObject({
  items: itemsParameter,
  threshold: z.number().min(0.3).max(1).default(0.85).meta({
    description:
      'Minimum cosine similarity of a pair. Which value is meaningful depends on the embedding model.',
  }),
  neighbours: z
    .int()
    .min(1)
    .max(maxNeighbors)
    .default(5)
    .meta({ description: 'Number of nearest neighbors listed for each question.' }),
  max_pairs: z
    .int()
    .min(1)
    .max(100_000)
    .default(10_000)
    .meta({ description: 'Maximum number of pairs listed, most similar first.' }),
});

const sameAnswer = z.boolean().meta({
  description:
    'Whether the answers are forms of one: 8 and eight, UK and United Kingdom, Einstein and Albert Einstein.',
});

export const semanticResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    pairs: count.meta({ description: 'Number of pairs above the threshold, listed or not.' }),
    same_answer_pairs: count.meta({ description: 'Number of these pairs with the same answer.' }),
    mean_nearest_cosine: cosine.nullable().meta({
      description:
        'Mean cosine similarity to the nearest neighbor; null with fewer than two questions.',
    }),
    dimensions: count
      .nullable()
      .meta({ description: 'Dimension of the embeddings; null if none were requested.' }),
  }),
  pairs: z
    .array(
      resultObject('SemanticPair', 'Two questions with a similar meaning.', {
        a: questionId('questionA').meta({ description: 'Id of the first question.' }),
        b: questionId('questionB').meta({ description: 'Id of the second question.' }),
        cosine: cosine.meta({ description: 'Cosine similarity, rounded to six decimals.' }),
        same_answer: sameAnswer,
      }),
    )
    .meta({ description: 'Pairs above the threshold, most similar first.' }),
  items: z.array(
    z.strictObject({
      ...itemFields,
      neighbours: z
        .array(
          resultObject('SemanticNeighbor', 'A question near another one.', {
            question_id: questionId('question').meta({
              description: 'Id of the question with a similar meaning.',
            }),
            cosine: cosine.meta({ description: 'Cosine similarity, rounded to six decimals.' }),
            same_answer: sameAnswer,
          }),
        )
        .max(maxNeighbors)
        .meta({
          description: 'Nearest questions, most similar first, above the threshold or not.',
        }),
    }),
  ),
  warnings,
});

export type SemanticParameters = z.output<typeof semanticParameters>;
export type SemanticResult = z.output<typeof semanticResult>;
