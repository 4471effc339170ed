import * as z from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { resultObject } from '../../result-schema.ts';
import { comparisonParameters, evidenceFields, groups, information } from './evidence-schema.ts';
import { responseFilterParameter } from './response-filter.ts';
import { responsesParameter } from './responses.ts';

/** Issues that the responses to a question may reveal, sorted by name. */
export const itemFlags = [
  'dif',
  'drift',
  'label_mismatch',
  'low_discrimination',
  'misfit',
  'negative_discrimination',
  'possible_miskey',
  'too_easy',
  'too_hard',
] as const;

export type ItemFlag = (typeof itemFlags)[number];

export const itemStatisticsParameters = z
  .strictObject({
    items: itemsParameter,
    responses: responsesParameter,
    response_filter: responseFilterParameter,
    model: z
      .enum(['none', 'rasch', 'rasch_unit', '1pl', '2pl'])
      .default('none')
      .meta({
        description:
          'Item response model, fitted by marginal maximum likelihood: rasch (discrimination 1, the ' +
          'standard deviation of the abilities estimated), rasch_unit (discrimination 1, standard ' +
          'deviation 1), 1pl (common discrimination; rasch on the scale of standard deviation 1), 2pl ' +
          '(one discrimination per question). Scores of at least 0.5 count as correct; a warning ' +
          'says how many were partial.',
      }),
    group_fraction: z.number().min(0.05).max(0.5).default(0.27).meta({
      description: 'Share of respondents in each of the upper and lower groups of upper_lower.',
    }),
    min_responses: z.int().min(2).max(100_000).default(20).meta({
      description:
        'Questions with fewer responses get statistics, but no flags and no suggested_difficulty.',
    }),
    min_discrimination: z
      .number()
      .min(0)
      .max(1)
      .default(0.2)
      .meta({
        description:
          'Questions whose item_rest_r_interval is entirely below are flagged low_discrimination. Lowered ' +
          'to 0.6 of it at most if the reliability of the other questions is below 0.7.',
      }),
    min_facility: z.number().min(0).max(0.5).default(0.05).meta({
      description: 'Questions whose facility_interval is entirely below are flagged too_hard.',
    }),
    ...comparisonParameters,
    max_facility: z.number().min(0.5).max(1).default(0.95).meta({
      description: 'Questions whose facility_interval is entirely above are flagged too_easy.',
    }),
  })
  .check(({ value, issues }) => {
    const isFiltered = Object.keys(value.response_filter).length > 0;
    if (!isFiltered || value.responses === 'stored') return;
    issues.push({
      code: 'custom',
      input: value.response_filter,
      path: ['response_filter'],
      message: 'Selects recorded responses: allowed with responses "stored" only.',
      params: { code: 'contradiction' },
    });
  });

export type ItemStatisticsParameters = z.output<typeof itemStatisticsParameters>;

const correlation = z.number().min(-1).max(1).nullable();
const figureOrNull = z.number().nullable();
const interval = (description: string) =>
  z.array(z.number()).length(2).nullable().meta({ description });

const item = z.strictObject({
  ...itemFields,
  n: count.meta({ description: 'Number of responses.' }),
  facility: share.nullable().meta({ description: 'Mean score; null without responses.' }),
  facility_interval: interval('95 % confidence interval of facility (Wilson).'),
  sd: z.number().min(0).nullable().meta({ description: 'Standard deviation of the scores.' }),
  item_total_r: correlation.meta({
    description: 'Correlation with the mean score over all answered questions.',
  }),
  item_rest_r: correlation.meta({
    description: 'Correlation with the mean score over the other answered questions.',
  }),
  item_rest_r_interval: interval(
    "95 % confidence interval of item_rest_r (Fisher's transformation).",
  ),
  discrimination_index: figureOrNull.meta({
    description: 'As defined by Moodle: 100 · item_rest_r.',
  }),
  discrimination_efficiency: figureOrNull.meta({
    description:
      'As defined by Moodle: covariance with the rest score, in percent of its maximum for these ' +
      'scores.',
  }),
  upper_lower: correlation.meta({
    description:
      'Facility in the upper group − facility in the lower group; respondents tied at a group ' +
      'boundary are weighted equally.',
  }),
  alpha_if_deleted: figureOrNull.meta({
    description: "Cronbach's alpha of the test without this question.",
  }),
  a: figureOrNull.meta({
    description:
      'Discrimination parameter of the model; the ability scale has standard deviation 1, with ' +
      'rasch ability_sd.',
  }),
  b: figureOrNull.meta({
    description: 'Difficulty parameter of the model; the ability scale has mean 0.',
  }),
  se_a: figureOrNull.meta({ description: 'Standard error of a; null if a is fixed.' }),
  se_b: figureOrNull.meta({
    description:
      'Standard error of b, from the observed information matrix; for large tests from the block ' +
      'of this question, which differs by a few percent at most.',
  }),
  ...evidenceFields,
  suggested_difficulty: z
    .int()
    .min(0)
    .max(2)
    .nullable()
    .meta({
      description:
        '0 (Basic) for a facility of at least 0.7, 1 (Intermediate) of at least 0.4, otherwise 2 ' +
        '(Advanced). With a model and a ≥ 0.3: 0 for b < −1, 1 for b < 0.5, otherwise 2. Null with ' +
        'fewer than min_responses.',
    }),
  flags: z.array(z.enum(itemFlags)).meta({
    description:
      'Issues found, as in reasons. label_mismatch: the 95 % interval of facility (or of b) is more ' +
      'than 0.05 (0.25) outside the range of the stored difficulty, and also after what all questions ' +
      'were harder or easier than their difficulties say is taken off; negative_discrimination: ' +
      'item_rest_r_interval is below 0; possible_miskey: good respondents prefer a wrong option ' +
      '(preferred_by_strong); misfit: the infit is above 1.3, with a standard normal deviate above ' +
      '3; dif and drift: a large and certain difference between groups or periods (class C, or a ' +
      'nonuniform one with delta_r2 of at least 0.07; p below 0.01 / number of questions); the others: see the parameters.',
  }),
});

export const itemStatisticsResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    score: share.nullable().meta({
      description: 'Share of judged questions that are not flagged; null without any.',
    }),
    answered: count.meta({ description: 'Number of questions with responses.' }),
    judged: count.meta({ description: 'Number of questions with at least min_responses.' }),
    responses: count.meta({ description: 'Number of responses to these questions.' }),
    missing_share: share.nullable().meta({
      description: 'Share of missing cells in the matrix of respondents × answered questions.',
    }),
  }),
  test: resultObject('TestStatistics', 'Statistics of all questions together, as one test.', {
    n: count.meta({ description: 'Number of respondents with at least one response.' }),
    mean: figureOrNull.meta({ description: 'Mean total score.' }),
    sd: z
      .number()
      .min(0)
      .nullable()
      .meta({ description: 'Standard deviation of the total scores.' }),
    skewness: figureOrNull.meta({
      description: 'Skewness of the total scores, from k-statistics, as in Moodle.',
    }),
    kurtosis: figureOrNull.meta({
      description: 'Excess kurtosis of the total scores, from k-statistics, as in Moodle.',
    }),
    alpha: figureOrNull.meta({ description: "Cronbach's alpha (internal consistency)." }),
    sem: figureOrNull.meta({ description: 'Standard error of measurement: sd · √(1 − alpha).' }),
    log_likelihood: figureOrNull.meta({
      description:
        'Log-likelihood of the model, over questions with both correct and incorrect responses.',
    }),
    ability_sd: figureOrNull.meta({
      description:
        'Standard deviation of the abilities: estimated by rasch, 1 in the other models; null ' +
        'without a model.',
    }),
  }),
  information,
  groups,
  period_boundary: z.string().nullable().meta({
    description: 'Where drift divides the responses in time; null if they are not dated.',
  }),
  items: z.array(item),
  warnings,
});

export type ItemStatisticsResult = z.output<typeof itemStatisticsResult>;
