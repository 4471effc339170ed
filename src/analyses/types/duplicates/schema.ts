import { z } from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { pairKinds } from './pair-kind.ts';

export const duplicatesParameters = z.strictObject({
  items: itemsParameter,
  method: z
    .enum(['auto', 'exact', 'minhash', 'tfidf'])
    .default('auto')
    .meta({
      description:
        'How alike questions are looked for: exact finds every pair alike by its letters, minhash ' +
        'nearly every one and faster in large sets, tfidf those alike by their words; auto takes ' +
        'the better of the first two, and tfidf as well. Of a question that resembles more than ' +
        '50 others not all pairs are looked for, by exact only once it has found 200,000; ' +
        'the warning comparisons_cut then says so.',
    }),
  threshold: z
    .number()
    .min(0.5)
    .max(1)
    .default(0.7)
    .meta({ description: 'The least Jaccard likeness of n-grams at which questions are alike.' }),
  ngram: z
    .int()
    .min(3)
    .max(7)
    .default(4)
    .meta({ description: 'How many characters the n-grams of a question have.' }),
  permutations: z
    .int()
    .min(32)
    .max(256)
    .default(128)
    .meta({ description: 'How many places the sketches of minhash have at most.' }),
  cosine: z
    .number()
    .min(0.5)
    .max(1)
    .default(0.8)
    .meta({ description: 'The least TF-IDF cosine of words at which questions are alike.' }),
  seed: z
    .int()
    .min(0)
    .max(2 ** 31 - 1)
    .default(1)
    .meta({ description: 'Where the hashes of minhash start from.' }),
  max_pairs: z
    .int()
    .min(1)
    .max(100_000)
    .default(10_000)
    .meta({
      description:
        'How many pairs are listed: by kind, in the order exact, answer_conflict, near, ' +
        'paraphrase, template_sibling, and the most alike first.',
    }),
  against: z
    .enum(['set', 'bank'])
    .default('set')
    .meta({ description: 'Whether to look among the chosen questions only or in the whole bank.' }),
});

export type DuplicatesParameters = z.output<typeof duplicatesParameters>;

const kind = z.enum(pairKinds).meta({
  description:
    'exact: question and answer are equal but for case and punctuation; near: alike by letters, ' +
    'same answer; paraphrase: alike by words, same answer; answer_conflict: nearly the same ' +
    'question with the same numbers in it, different answers; template_sibling: alike, but ' +
    'another question (about 1988 instead of 1987) with another answer, and so no duplicate.',
});

const listedPair = z.strictObject({
  a: z.string().meta({ description: 'The id of a chosen question.' }),
  b: z.string().meta({ description: 'The id of the question it resembles.' }),
  jaccard: share.meta({ description: 'The share of their n-grams that both have.' }),
  cosine: share.meta({ description: 'The cosine of their words, weighted by TF-IDF.' }),
  same_answer: z.boolean().meta({
    description: 'Whether the answers are equal, or one has all the words of the other.',
  }),
  kind,
});

const cluster = z.strictObject({
  ids: z.array(z.string()).meta({ description: 'The first 1,000 of its questions, by id.' }),
  size: count.meta({ description: 'How many questions it has.' }),
  representative: z.string().meta({ description: 'The question all others are duplicates of.' }),
  min_similarity: share.meta({
    description: 'The likeness of the representative and the question least like it.',
  }),
});

const pairCount = (what: string) => count.meta({ description: `How many pairs ${what}.` });

export const duplicatesResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    compared_with: count.meta({
      description: 'How many questions each one was compared with, itself counted.',
    }),
    methods: z.array(z.enum(['exact', 'minhash', 'tfidf'])).meta({
      description: 'How pairs were looked for.',
    }),
    pairs: pairCount('were found, siblings of a template counted'),
    exact: pairCount('are exact'),
    near: pairCount('are near'),
    paraphrase: pairCount('are paraphrases'),
    answer_conflict: pairCount('contradict each other'),
    template_sibling: pairCount('only share a template'),
    clusters: count.meta({ description: 'How many groups of duplicates there are.' }),
  }),
  pairs: z.array(listedPair).meta({ description: 'At most max_pairs, what matters most first.' }),
  clusters: z.array(cluster).meta({
    description:
      'Groups round a representative, of exact, near and paraphrase pairs only; the largest first, ' +
      'at most 10,000.',
  }),
  items: z.array(
    z.strictObject({
      ...itemFields,
      alike: z
        .array(z.strictObject({ question_id: z.string(), kind, similarity: share }))
        .meta({ description: 'The questions it resembles most, at most 10.' }),
    }),
  ),
  warnings,
});

export type DuplicatesResult = z.output<typeof duplicatesResult>;
