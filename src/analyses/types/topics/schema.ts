import * as z from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { questionIds, resultObject } from '../../result-schema.ts';

export const maxClusters = 100;
export const maxExamples = 3;

export const topicsParameters = z.strictObject({
  items: itemsParameter,
  top_k: z
    .int()
    .min(1)
    .max(20)
    .default(5)
    .meta({ description: 'Maximum number of keywords per question and of terms per topic.' }),
  max_ngram: z
    .int()
    .min(1)
    .max(5)
    .default(3)
    .meta({ description: 'Maximum number of words in a keyword or term.' }),
  clusters: z
    .union([z.literal('auto'), z.int().min(2).max(maxClusters)])
    .default('auto')
    .meta({
      description:
        'Number of clusters; auto is the square root of half the number of questions, between 2 ' +
        'and 100.',
    }),
  seed: z.int().min(0).max(2_147_483_647).default(1).meta({
    description: 'Seed of the initial centroids and the assignment to folds.',
  }),
  min_per_topic: z.int().min(2).max(10_000).default(3).meta({
    description: 'Minimum number of questions with a topic_focus for it to be suggested.',
  }),
  min_disagreement: share.default(0.5).meta({
    description:
      'Flag a topic_focus only if the probability of the suggested one is higher by at least this much; ' +
      'without embeddings, at least 0.8.',
  }),
  max_vectors: z
    .int()
    .min(0)
    .max(20_000)
    .default(2000)
    .meta({
      description:
        'Maximum number of questions whose embeddings are used, 0 for none: about 20 ms each unless ' +
        'cached. Only those are needed that their words contradict, and 40 of each of their topics. Above ' +
        '200,000 questions, words alone decide.',
    }),
});

export type TopicsParameters = z.output<typeof topicsParameters>;

const scoredTerms = z.array(
  resultObject('ScoredTerm', 'A word or phrase with its weight.', {
    term: z.string().meta({ description: 'The word or phrase, in lower case.' }),
    score: z.number().min(0).meta({ description: 'Weight; comparable within one list only.' }),
  }),
);

export const topicsResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    without_topic: count.meta({ description: 'Number of questions without a topic_focus.' }),
    disagreeing: count.meta({
      description: 'Number of questions whose topic_focus is contradicted.',
    }),
    topic_focuses: count.meta({ description: 'Number of distinct topic_focus values.' }),
    clusters: count.meta({ description: 'Number of clusters.' }),
    agreement: share.nullable().meta({
      description: 'Cross-validated share of suggestions that equal the topic_focus.',
    }),
    baseline_agreement: share.nullable().meta({
      description: 'Baseline: the same share for the most frequent topic_focus of the category.',
    }),
  }),
  topics: z
    .array(
      resultObject('TopicCluster', 'Questions that share vocabulary.', {
        cluster: count.meta({ description: 'Number of the cluster, from 1; the largest is 1.' }),
        size: count.meta({ description: 'Number of questions.' }),
        share: share.meta({ description: 'size / evaluated.' }),
        terms: scoredTerms.meta({ description: 'Most characteristic terms, by c-TF-IDF.' }),
        topic_focus: z.string().nullable().meta({
          description: 'The topic_focus of at least half of its questions; null if none is.',
        }),
        topic_focus_share: share.meta({
          description: 'Share of its questions with the most frequent topic_focus.',
        }),
        examples: questionIds('exampleQuestions')
          .max(maxExamples)
          .meta({
            description: `Ids of the questions nearest to the centroid, up to ${maxExamples}.`,
          }),
      }),
    )
    .max(maxClusters)
    .meta({ description: 'Clusters of questions that share vocabulary, largest first.' }),
  topic_focuses: z
    .array(
      resultObject('TopicFocusProfile', 'A topic_focus as learned from its questions.', {
        topic_focus: z.string().meta({ description: 'As stored in the questions.' }),
        category: z.string().nullable().meta({
          description:
            'Most frequent category of its questions; not recorded before engine_version 4.',
        }),
        questions: count.meta({ description: 'Number of questions.' }),
        agreement: share.meta({
          description: 'Recall: share of its questions for which it is the suggestion.',
        }),
        terms: scoredTerms.meta({ description: 'Most characteristic terms, by c-TF-IDF.' }),
      }),
    )
    .meta({
      description: 'The topic_focus values that can be suggested, most frequent first.',
    }),
  items: z.array(
    z.strictObject({
      ...itemFields,
      score: share.meta({
        description:
          '0 without a topic_focus if one is suggested; if it is contradicted, 1 / (1 + preference), or without ' +
          'embeddings 1 − the margin by which the most similar questions prefer the suggestion; otherwise 1.',
      }),
      topic_focus: z.string().nullable().meta({ description: 'As stored in the question.' }),
      suggested: z.string().nullable().meta({
        description: 'Most probable topic_focus; null if none can be learned.',
      }),
      suggested_score: share.nullable().meta({ description: 'Probability of the suggestion.' }),
      neighbor_share: share.nullable().meta({
        description:
          'Share of the 10 most similar questions with the suggested topic_focus, by similarity, if ' +
          'the topic_focus is contradicted; otherwise null.',
      }),
      preference: z
        .number()
        .nullable()
        .optional()
        .meta({
          description:
            'By how many standard deviations of their similarity the question is nearer to questions with ' +
            'the suggested topic_focus than to those with its own, by embeddings, if its own is contradicted; ' +
            'null otherwise, and if words decided alone. Not recorded before engine_version 7.',
        }),
      cluster: count.nullable().meta({
        description: 'Number of its cluster; null if it shares no words with other questions.',
      }),
      keywords: scoredTerms.meta({ description: 'Keywords by RAKE, best first.' }),
    }),
  ),
  warnings,
});

export type TopicsResult = z.output<typeof topicsResult>;
