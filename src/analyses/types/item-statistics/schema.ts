import { z } from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { itemFlags } from './item-flags.ts';
import { responsesParameter } from './responses.ts';

export const itemStatisticsParameters = z.strictObject({
  items: itemsParameter,
  responses: responsesParameter,
  model: z
    .enum(['none', 'rasch', '1pl', '2pl'])
    .default('none')
    .meta({
      description:
        'The latent trait model to fit by marginal maximum likelihood: rasch (discrimination 1), ' +
        '1pl (one discrimination for all), 2pl (each its own); scores from .5 on count as right.',
    }),
  group_fraction: z.number().min(0.05).max(0.5).default(0.27).meta({
    description: 'The share of respondents in the upper and in the lower group of upper_lower.',
  }),
  min_responses: z.int().min(2).max(100_000).default(20).meta({
    description: 'A question with fewer responses gets figures, but no flags and no level.',
  }),
  min_discrimination: z.number().min(0).max(1).default(0.2).meta({
    description: 'Questions whose item_rest_r is less are flagged low_discrimination.',
  }),
  min_facility: z.number().min(0).max(0.5).default(0.05).meta({
    description: 'Questions of this facility or less are flagged too_hard.',
  }),
  max_facility: z.number().min(0.5).max(1).default(0.95).meta({
    description: 'Questions of this facility or more are flagged too_easy.',
  }),
});

export type ItemStatisticsParameters = z.output<typeof itemStatisticsParameters>;

const correlation = z.number().min(-1).max(1).nullable();
const figureOrNull = z.number().nullable();

const item = z.strictObject({
  ...itemFields,
  n: count.meta({ description: 'How many responses it has.' }),
  facility: share.nullable().meta({ description: 'The mean score; null without responses.' }),
  sd: z.number().min(0).nullable().meta({ description: 'Standard deviation of the scores.' }),
  item_total_r: correlation.meta({
    description: 'Correlation of the score with the mean score over all answered questions.',
  }),
  item_rest_r: correlation.meta({
    description: 'Correlation with the mean score over the other answered questions.',
  }),
  discrimination_index: figureOrNull.meta({ description: "Moodle's: 100 · item_rest_r." }),
  discrimination_efficiency: figureOrNull.meta({
    description:
      "Moodle's: the covariance with the rest, in per cent of the greatest these scores allow.",
  }),
  upper_lower: correlation.meta({
    description:
      'Facility in the upper group less facility in the lower; who tie at the border of a group ' +
      'share its last places evenly.',
  }),
  alpha_if_deleted: figureOrNull.meta({ description: 'Alpha of the test without it.' }),
  a: figureOrNull.meta({ description: 'Discrimination in the model; abilities have sd 1.' }),
  b: figureOrNull.meta({ description: 'Difficulty in the model; abilities have mean 0.' }),
  se_a: figureOrNull.meta({ description: 'Standard error of a; null where a is fixed.' }),
  se_b: figureOrNull.meta({
    description:
      'Standard error of b, from the observed information of all questions together, or of large ' +
      'tests each by itself, which differs by a few per cent at most.',
  }),
  suggested_difficulty: z
    .int()
    .min(0)
    .max(2)
    .nullable()
    .meta({
      description:
        '0 (Basic) from facility .7 on, 1 (Intermediate) from .4 on, else 2 (Advanced); with a ' +
        'model and a of .3 or more: 0 below b −1, 1 below .5, else 2. Null under min_responses.',
    }),
  flags: z.array(z.enum(itemFlags)).meta({
    description: 'What deserves a look, as in reasons; label_mismatch: the stored level differs.',
  }),
});

export const itemStatisticsResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    score: share.nullable().meta({
      description: 'The share that passes of the questions with min_responses; null of none.',
    }),
    answered: count.meta({ description: 'How many questions have responses.' }),
    judged: count.meta({ description: 'How many have min_responses or more.' }),
    responses: count.meta({ description: 'How many responses to these questions there are.' }),
    missing_share: share.nullable().meta({
      description: 'The share of answered questions times respondents that has no response.',
    }),
  }),
  test: z.strictObject({
    n: count.meta({ description: 'Respondents with a response to any of these questions.' }),
    mean: figureOrNull.meta({ description: 'Mean total: the score summed over the questions.' }),
    sd: z.number().min(0).nullable().meta({ description: 'Standard deviation of the totals.' }),
    skewness: figureOrNull.meta({ description: 'Of the totals, by k-statistics, as Moodle.' }),
    kurtosis: figureOrNull.meta({ description: 'Excess kurtosis, by k-statistics, as Moodle.' }),
    alpha: figureOrNull.meta({ description: "Cronbach's alpha, internal consistency." }),
    sem: figureOrNull.meta({ description: 'Standard error of measurement: sd · √(1 − alpha).' }),
    log_likelihood: figureOrNull.meta({
      description: 'Of the model, over the questions answered both right and wrong.',
    }),
  }),
  items: z.array(item),
  warnings,
});

export type ItemStatisticsResult = z.output<typeof itemStatisticsResult>;
