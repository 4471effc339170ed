import { z } from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { fewestSentencesForSmog, gradeNames } from '../../kit/readability/scores.ts';

export const readabilityParameters = z.strictObject({
  items: itemsParameter,
  target_grade: z
    .array(z.number().min(0).max(30))
    .length(2)
    .refine(([min = 0, max = 0]) => min <= max, 'The least grade comes first')
    .default([0, 12])
    .meta({
      description:
        'The least and the greatest American school grade wanted. Grades below 0 count as 0, so by ' +
        'default nothing is too easy, and what asks for college is too hard.',
    }),
  measure: z
    .enum(['consensus', ...gradeNames])
    .default('consensus')
    .meta({
      description:
        'Which grade is held against the target: the median of the four, or one of them.',
    }),
});

export type ReadabilityParameters = z.output<typeof readabilityParameters>;

const score = (description: string) => z.number().meta({ description });

const scores = {
  flesch: 'Flesch reading ease: 100 is very easy, 30 is hard.',
  flesch_kincaid: 'Flesch–Kincaid grade.',
  ari: 'Automated readability index, a grade.',
  coleman_liau: 'Coleman–Liau index, a grade.',
  gunning_fog: 'Gunning fog, a grade.',
  dale_chall: 'Dale–Chall: up to 4.9 for grade 4, 9 and more for college.',
  lix: 'LIX: below 30 is easy, over 50 is hard.',
  rix: 'RIX: long words for each sentence.',
};

const smog = z
  .number()
  .nullable()
  .meta({
    description: `SMOG grade of all these questions as one text; null below ${fewestSentencesForSmog} sentences.`,
  });

const quantiles = (description: string) =>
  z
    .strictObject({
      mean: z.number(),
      min: z.number(),
      p10: z.number(),
      p25: z.number(),
      median: z.number(),
      p75: z.number(),
      p90: z.number(),
      max: z.number(),
    })
    .meta({ description });

const consensus = 'The median of Flesch–Kincaid, ARI, Coleman–Liau and Gunning fog.';

const group = z.strictObject({
  group_by: z.enum(['all', 'category', 'difficulty']),
  group: z.string().nullable().meta({ description: 'Which one of them; null for all together.' }),
  scored: count.meta({ description: 'How many of its questions could be scored.' }),
  flagged: count.meta({ description: 'How many of them are outside the target.' }),
  smog,
  consensus: quantiles(consensus),
  flesch: quantiles(scores.flesch),
  flesch_kincaid: quantiles(scores.flesch_kincaid),
  ari: quantiles(scores.ari),
  coleman_liau: quantiles(scores.coleman_liau),
  gunning_fog: quantiles(scores.gunning_fog),
  dale_chall: quantiles(scores.dale_chall),
  lix: quantiles(scores.lix),
  rix: quantiles(scores.rix),
});

export type ReadabilityGroup = z.output<typeof group>;

const counts = z.strictObject({
  words: count,
  sentences: count,
  syllables: count.meta({ description: 'By the CMU dictionary; guessed for words it lacks.' }),
  characters: count.meta({ description: 'Whatever is not a space.' }),
  letters: count.meta({ description: 'Letters and digits.' }),
  polysyllables: count.meta({ description: 'Words of three syllables or more.' }),
  long_words: count.meta({ description: 'Words of more than six letters.' }),
  unfamiliar_words: count.meta({
    description: "Words that are not on Dale and Chall's easy list.",
  }),
  difficult_words: count.meta({
    description: 'Words of three syllables or more that are not on the easy list.',
  }),
});

export const readabilityResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    score: share.nullable().meta({
      description: 'The share of scored questions within the target; null of none.',
    }),
    scored: count.meta({ description: 'How many questions are in a script the formulas know.' }),
    below_target: count.meta({ description: 'How many are too easy for the target.' }),
    above_target: count.meta({ description: 'How many are too hard for the target.' }),
    median_grade: z
      .number()
      .nullable()
      .meta({ description: 'The median of the grade held against the target; null of none.' }),
    smog,
    quantiles: z.array(group).meta({
      description: 'All questions, then each category and each level that could be scored.',
    }),
  }),
  items: z.array(
    z.strictObject({
      ...itemFields,
      grade: z
        .number()
        .nullable()
        .meta({ description: 'The grade held against the target; rough for a single sentence.' }),
      counts: counts.nullable().meta({ description: 'Null where the script is not Latin.' }),
      scores: z
        .strictObject({
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
        .meta({ description: 'Null where the script is not Latin; SMOG is for sets only.' }),
    }),
  ),
  warnings,
});

export type ReadabilityResult = z.output<typeof readabilityResult>;
