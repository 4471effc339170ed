import * as z from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { questionId, questionIds, resultObject } from '../../result-schema.ts';
import { pairKinds } from './pair-kind.ts';

export const maxSimilar = 10;

export const duplicatesParameters = z.strictObject({
  items: itemsParameter,
  method: z
    .enum(['auto', 'exact', 'minhash', 'tfidf'])
    .default('auto')
    .meta({
      description:
        'How similar questions are searched: exact finds every pair with similar character n-grams; ' +
        'minhash finds nearly all of them and is faster on large sets; tfidf finds pairs with ' +
        'similar words; auto runs the better of the first two, and tfidf, and also compares questions ' +
        'with the same content words or the same answer. For a question similar ' +
        'to more than 50 others the search may be cut short (with exact only after 200,000 pairs); ' +
        'the warning comparisons_cut reports it.',
    }),
  threshold: z
    .number()
    .min(0.5)
    .max(1)
    .default(0.7)
    .meta({ description: 'Minimum Jaccard similarity of character n-grams.' }),
  ngram: z
    .int()
    .min(3)
    .max(7)
    .default(4)
    .meta({ description: 'Length of the n-grams in characters.' }),
  permutations: z
    .int()
    .min(32)
    .max(256)
    .default(128)
    .meta({ description: 'Maximum number of hash functions in a minhash signature.' }),
  cosine: z
    .number()
    .min(0.5)
    .max(1)
    .default(0.8)
    .meta({ description: 'Minimum cosine similarity of TF-IDF word vectors.' }),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .default(1)
    .meta({ description: 'Seed of the minhash functions.' }),
  max_pairs: z
    .int()
    .min(1)
    .max(100_000)
    .default(10_000)
    .meta({
      description:
        'Maximum number of pairs listed, ordered by kind (exact, answer_conflict, near, ' +
        'paraphrase, template_sibling), then by similarity.',
    }),
  max_vectors: z
    .int()
    .min(0)
    .max(20_000)
    .default(4000)
    .meta({
      description:
        'Maximum number of questions that are read by a model, 0 for none: 10 to 40 ms each unless cached. ' +
        'If there are not more than that, those that are most alike in meaning are compared, too; ' +
        'otherwise only pairs that their words or answers bring together.',
    }),
  against: z.enum(['set', 'bank']).default('set').meta({
    description:
      'Compare the selected questions with each other (set) or with all questions (bank).',
  }),
});

export type DuplicatesParameters = z.output<typeof duplicatesParameters>;

const kind = z.enum(pairKinds).meta({
  description:
    'exact: question and answer are equal except for case and punctuation; near: the same question ' +
    'in similar letters, same answer; paraphrase: the same question in other words, same answer; ' +
    'answer_conflict: the same question, but answers that cannot both be right; template_sibling: ' +
    'similar, but another question (about 1988 instead of 1987), not a duplicate.',
});

const pair = resultObject('DuplicatePair', 'Two similar questions.', {
  a: questionId('questionA').meta({ description: 'Id of a selected question.' }),
  b: questionId('questionB').meta({ description: 'Id of the similar question.' }),
  jaccard: share.meta({ description: 'Jaccard similarity of their character n-grams.' }),
  cosine: share.meta({ description: 'Cosine similarity of their TF-IDF word vectors.' }),
  meaning: share.nullable().meta({
    description:
      'Cosine similarity of their embeddings; null if words and answers decided without it.',
  }),
  same_answer: z.boolean().meta({
    description:
      'Whether the answers are forms of one: 8 and eight, UK and United Kingdom, Einstein and ' +
      'Albert Einstein.',
  }),
  kind,
  reasons: z.array(z.string()).meta({
    description: 'Codes of what decided the kind, such as different_number or similar_meaning.',
  }),
});

const cluster = resultObject('DuplicateCluster', 'Questions that duplicate the same one.', {
  ids: questionIds('questions').meta({ description: 'Its first 1,000 question ids, sorted.' }),
  size: count.meta({ description: 'Number of questions.' }),
  representative: questionId('representativeQuestion').meta({
    description: 'Id of the question that the others duplicate.',
  }),
  min_similarity: share.meta({
    description: 'Lowest similarity of a member to the representative.',
  }),
});

const pairCount = (what: string) => count.meta({ description: `Number of pairs ${what}.` });

export const duplicatesResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    compared_with: count.meta({
      description: 'Number of questions each one was compared with, including itself.',
    }),
    methods: z.array(z.enum(['exact', 'minhash', 'tfidf', 'content'])).meta({
      description:
        'Search methods used; content: the same content words, or the same answer and a common word.',
    }),
    evidence: z.array(z.enum(['words', 'answers', 'vectors'])).meta({
      description: 'What pairs were judged by. Without vectors, fewer paraphrases are found.',
    }),
    vectors: count.meta({ description: 'Number of questions whose embeddings were used.' }),
    pairs: pairCount('found, including template siblings'),
    exact: pairCount('of kind exact'),
    near: pairCount('of kind near'),
    paraphrase: pairCount('of kind paraphrase'),
    answer_conflict: pairCount('of kind answer_conflict'),
    template_sibling: pairCount('of kind template_sibling'),
    clusters: count.meta({ description: 'Number of clusters of duplicates.' }),
  }),
  pairs: z.array(pair).meta({ description: 'Up to max_pairs pairs, most relevant kind first.' }),
  clusters: z.array(cluster).meta({
    description:
      'Clusters around a representative, from exact, near and paraphrase pairs; largest first, up ' +
      'to 10,000.',
  }),
  items: z.array(
    z.strictObject({
      ...itemFields,
      alike: z
        .array(
          resultObject('SimilarQuestion', 'A question similar to another one.', {
            question_id: questionId('question').meta({
              description: 'Id of the other question of the pair.',
            }),
            kind,
            similarity: share.meta({ description: 'The highest of jaccard, cosine and meaning.' }),
          }),
        )
        .max(maxSimilar)
        .meta({ description: `The most similar questions, up to ${maxSimilar}.` }),
    }),
  ),
  warnings,
});

export type DuplicatesResult = z.output<typeof duplicatesResult>;
