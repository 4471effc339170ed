import { z } from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';

export const topicsParameters = z.strictObject({
  items: itemsParameter,
  top_k: z
    .int()
    .min(1)
    .max(20)
    .default(5)
    .meta({ description: 'How many keywords a question has at most, and terms a topic.' }),
  max_ngram: z
    .int()
    .min(1)
    .max(5)
    .default(3)
    .meta({ description: 'How many words a keyword or term has at most.' }),
  clusters: z
    .union([z.literal('auto'), z.int().min(2).max(100)])
    .default('auto')
    .meta({
      description:
        'How many groups of like questions to make: auto is the square root of half the ' +
        'questions, from 2 to 100.',
    }),
  seed: z.int().min(0).max(2_147_483_647).default(1).meta({
    description: 'Draws the first centres and the folds; the same seed, the same answer.',
  }),
  min_per_topic: z
    .int()
    .min(2)
    .max(10_000)
    .default(3)
    .meta({ description: 'How many questions a topic_focus must have to be suggested to others.' }),
  min_disagreement: share.default(0.8).meta({
    description:
      'A topic_focus is flagged when the suggested one is by this much more likely, from 0 to 1.',
  }),
});

export type TopicsParameters = z.output<typeof topicsParameters>;

const scoredTerms = z.array(z.strictObject({ term: z.string(), score: z.number().min(0) }));

export const topicsResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    without_topic: count.meta({ description: 'How many questions have no topic_focus.' }),
    disagreeing: count.meta({ description: 'How many have one the suggestion strongly denies.' }),
    topic_focuses: count.meta({ description: 'How many different topic_focus values there are.' }),
    clusters: count,
    agreement: share.nullable().meta({
      description: 'How often the suggestion, learned without the question, is its topic_focus.',
    }),
    baseline_agreement: share
      .nullable()
      .meta({ description: 'How often the most frequent topic_focus of the category is.' }),
  }),
  topics: z
    .array(
      z.strictObject({
        cluster: count.meta({ description: 'Its number, from 1, the largest first.' }),
        size: count,
        share,
        terms: scoredTerms.meta({ description: 'What tells it from the others, by c-TF-IDF.' }),
        topic_focus: z
          .string()
          .nullable()
          .meta({ description: 'The most frequent topic_focus in it; null if there is none.' }),
        topic_focus_share: share.meta({
          description: 'The share of its questions that have that.',
        }),
        examples: z
          .array(z.string())
          .meta({ description: 'The questions nearest to its centre, up to three.' }),
      }),
    )
    .meta({ description: 'Groups of questions that share words, the largest first.' }),
  topic_focuses: z
    .array(
      z.strictObject({
        topic_focus: z.string(),
        questions: count,
        agreement: share.meta({ description: 'How often the suggestion is this one for its own.' }),
        terms: scoredTerms.meta({ description: 'What tells it from the others, by c-TF-IDF.' }),
      }),
    )
    .meta({
      description: 'The topic_focus values that can be suggested, the most frequent first.',
    }),
  items: z.array(
    z.strictObject({
      ...itemFields,
      score: share.meta({
        description: '0 without topic_focus, how likely it is where it is denied, else 1.',
      }),
      topic_focus: z.string().nullable(),
      suggested: z.string().nullable().meta({
        description: 'The likeliest topic_focus of those in the set; null if none can be learned.',
      }),
      suggested_score: share.nullable().meta({ description: 'How likely it is.' }),
      cluster: count
        .nullable()
        .meta({ description: 'Which of the topics it belongs to; null if it shares no word.' }),
      keywords: scoredTerms.meta({ description: 'Its phrases by RAKE, the best first.' }),
    }),
  ),
  warnings,
});

export type TopicsResult = z.output<typeof topicsResult>;
