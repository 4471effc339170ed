import * as z from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { gradeNames, minSentencesForSmog } from '../../kit/readability/scores.ts';
import { resultObject } from '../../result-schema.ts';

export const readabilityParameters = z.strictObject({
  items: itemsParameter,
  target_grade: z
    .array(z.number().min(0).max(30))
    .length(2)
    .refine(([min = 0, max = 0]) => min <= max, 'Must be [min, max] with min <= max')
    .default([0, 12])
    .meta({
      description:
        'Minimum and maximum US school grade. Grades below 0 count as 0, so by default nothing is ' +
        'too easy, and college-level text is too hard. A question is flagged if it is further outside ' +
        'than chance explains: by 30 / √words grades, which is 9 with 12 words and 3 with 100. It is not ' +
        'too hard for its longest word alone.',
    }),
  measure: z
    .enum(['consensus', ...gradeNames])
    .default('consensus')
    .meta({
      description:
        'Grade compared with the target: one of the four formulas, or their median (consensus).',
    }),
});

export type ReadabilityParameters = z.output<typeof readabilityParameters>;

const score = (description: string) => z.number().meta({ description });

const scores = {
  flesch: 'Flesch Reading Ease: 100 is very easy, 30 is hard.',
  flesch_kincaid: 'Flesch–Kincaid grade level.',
  ari: 'Automated Readability Index, a grade level.',
  coleman_liau: 'Coleman–Liau index, a grade level.',
  gunning_fog: 'Gunning fog index, a grade level.',
  dale_chall: 'Dale–Chall score: up to 4.9 for grade 4, 9 and above for college.',
  lix: 'LIX: below 30 is easy, above 50 is hard.',
  rix: 'RIX: long words per sentence.',
};

const smog = z
  .number()
  .nullable()
  .meta({
    description: `SMOG grade of these questions as one text; null below ${minSentencesForSmog} sentences.`,
  });

const quantiles = resultObject('Quantiles', 'Mean and quantiles of a score.', {
  mean: score('Arithmetic mean.'),
  min: score('Smallest value.'),
  p10: score('10th percentile.'),
  p25: score('25th percentile (first quartile).'),
  median: score('50th percentile.'),
  p75: score('75th percentile (third quartile).'),
  p90: score('90th percentile.'),
  max: score('Largest value.'),
});

const quantilesOf = (description: string) => quantiles.meta({ description });

const consensus = 'Median of Flesch–Kincaid, ARI, Coleman–Liau and Gunning fog.';

const group = resultObject('ReadabilityGroup', 'Readability of a group of questions.', {
  group_by: z
    .enum(['all', 'category', 'difficulty'])
    .meta({ description: 'Field that defines the group; all for the whole set.' }),
  group: z
    .string()
    .nullable()
    .meta({ description: 'The category or difficulty; null for the whole set.' }),
  scored: count.meta({ description: 'Number of questions that could be scored.' }),
  flagged: count.meta({ description: 'Number of questions clearly outside the target.' }),
  smog,
  consensus: quantilesOf(consensus),
  flesch: quantilesOf(scores.flesch),
  flesch_kincaid: quantilesOf(scores.flesch_kincaid),
  ari: quantilesOf(scores.ari),
  coleman_liau: quantilesOf(scores.coleman_liau),
  gunning_fog: quantilesOf(scores.gunning_fog),
  dale_chall: quantilesOf(scores.dale_chall),
  lix: quantilesOf(scores.lix),
  rix: quantilesOf(scores.rix),
});

export type ReadabilityGroup = z.output<typeof group>;

const counts = resultObject('TextCounts', 'What the readability formulas are computed from.', {
  words: count.meta({ description: 'Separated by white space, without punctuation.' }),
  sentences: count.meta({ description: 'Of more than two words; at least 1.' }),
  syllables: count.meta({
    description: 'From the CMU Pronouncing Dictionary; estimated for other words.',
  }),
  characters: count.meta({ description: 'All except white space.' }),
  letters: count.meta({ description: 'Letters and digits.' }),
  polysyllables: count.meta({ description: 'Words of at least three syllables.' }),
  long_words: count.meta({ description: 'Words of more than six letters.' }),
  unfamiliar_words: count.meta({
    description: 'Words that are not on the Dale–Chall list of easy words.',
  }),
  difficult_words: count.meta({
    description: 'Unfamiliar words of at least three syllables.',
  }),
});

export const readabilityResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    score: share.nullable().meta({
      description: 'Share of scored questions that are not flagged; null without any.',
    }),
    scored: count.meta({
      description: 'Number of questions that could be scored: those in Latin script.',
    }),
    below_target: count.meta({ description: 'Number of questions that are clearly too easy.' }),
    above_target: count.meta({ description: 'Number of questions that are clearly too hard.' }),
    median_grade: z.number().nullable().meta({
      description: 'Median of the grade compared with the target; null without scored questions.',
    }),
    smog,
    quantiles: z.array(group).meta({
      description: 'The whole set, then each category and difficulty with scored questions.',
    }),
  }),
  items: z.array(
    z.strictObject({
      ...itemFields,
      grade: z.number().nullable().meta({
        description: 'Grade compared with the target; a rough estimate for a single sentence.',
      }),
      counts: counts.nullable().meta({ description: 'Null if the script is not Latin.' }),
      scores: resultObject('ReadabilityScores', 'Scores of a single text.', {
        consensus: score(consensus),
        flesch: score(scores.flesch),
        flesch_kincaid: score(scores.flesch_kincaid),
        ari: score(scores.ari),
        coleman_liau: score(scores.coleman_liau),
        gunning_fog: score(scores.gunning_fog),
        dale_chall: score(scores.dale_chall),
        lix: score(scores.lix),
        rix: score(scores.rix),
      })
        .nullable()
        .meta({ description: 'Null if the script is not Latin; SMOG is computed for sets only.' }),
    }),
  ),
  warnings,
});

export type ReadabilityResult = z.output<typeof readabilityResult>;
