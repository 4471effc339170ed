import * as z from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { dimensionNames } from '../../kit/grouping.ts';
import { resultHints, resultObject } from '../../result-schema.ts';
import { effectNames, magnitudeNames, testNames } from './group-test.ts';
import { isNominal, measureNames } from './measures.ts';
import { effectTitles, testTitles } from './titles.ts';

export const comparisonParameters = z
  .strictObject({
    items: itemsParameter,
    group_by: z.enum(dimensionNames).default('difficulty').meta({
      description: 'Field that defines the groups; questions without a topic_focus belong to none.',
    }),
    measure: z
      .enum(measureNames)
      .default('question_length')
      .meta({
        description:
          'What is compared: lengths in characters, word counts, readability scores, the number of ' +
          'choices, the difficulty, or the type of question or answer (nominal).',
      }),
    test: z
      .enum(['auto', ...testNames])
      .default('auto')
      .meta({
        description:
          "auto: chi-square for nominal measures; Welch's t-test for two groups and Welch's analysis " +
          'of variance for more, which allow unequal sizes and variances; Kruskal–Wallis for ' +
          'difficulty, for groups of one value, and for residuals with a skewness above 2 if the ' +
          'groups spread alike. anova assumes equal variances.',
      }),
    min_per_group: z
      .int()
      .min(2)
      .max(10_000)
      .default(10)
      .meta({
        description:
          'Groups with fewer questions are excluded. With fewer than 10 the tests reject true null ' +
          'hypotheses too often.',
      }),
    outlier_z: z
      .number()
      .min(1)
      .max(100)
      .default(3.5)
      .meta({
        description:
          'Flag questions whose distance from the median of their group exceeds this many robust ' +
          'standard deviations.',
      }),
  })
  .superRefine(({ group_by, measure, test }, { addIssue }) => {
    const reject = (path: string, message: string) =>
      addIssue({ code: 'custom', path: [path], message });
    if (measure === group_by) reject('measure', 'measure must differ from group_by.');
    if (test === 'correlation' && group_by !== 'difficulty') {
      reject(
        'test',
        'correlation needs ordered groups: use group_by "difficulty" or another test.',
      );
    } else if (isNominal(measure) && test !== 'auto' && test !== 'chi_square') {
      reject('test', `${measure} is nominal: test must be auto or chi_square.`);
    }
  });

export type ComparisonParameters = z.output<typeof comparisonParameters>;

const p = share.nullable().meta({
  description:
    'p value: probability of a difference at least this large if the groups do not differ.',
});
const interval = z
  .array(z.number())
  .length(2)
  .nullable()
  .meta({
    description:
      '95 % confidence interval of the effect size. The point estimate is biased upward for many ' +
      'small groups, so it may lie above its interval.',
  });
const statistic = (description: string) => z.number().nullable().meta({ description });

const effect = z.enum(effectNames).register(resultHints, { titles: effectTitles });

const outcome = {
  statistic: z.number().nullable().meta({ description: 'Test statistic: t, F, H or chi-square.' }),
  df: z.number().min(0).nullable().meta({ description: 'Degrees of freedom.' }),
  df_residual: z
    .number()
    .min(0)
    .nullable()
    .meta({ description: 'Residual (denominator) degrees of freedom of an F test.' }),
  p,
  effect_size: z
    .number()
    .nullable()
    .meta({ description: 'In the measure that fits the test: see effect.' }),
  effect_interval: interval,
  magnitude: z
    .enum(magnitudeNames)
    .nullable()
    .meta({ description: "Effect size by Cohen's conventions." }),
};

export const comparisonResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    compared: count.meta({ description: 'Number of questions in the compared groups.' }),
    groups: count.meta({ description: 'Number of groups with at least min_per_group questions.' }),
    test: z
      .enum(testNames)
      .register(resultHints, { titles: testTitles })
      .nullable()
      .meta({ description: 'The test that was run; null if none was possible.' }),
    ...outcome,
    effect: effect
      .nullable()
      .meta({ description: 'Measure of effect_size: d, η², ε² (rank-based), V or r.' }),
  }),
  groups: z
    .array(
      resultObject('ComparisonGroup', 'Descriptive statistics of a group.', {
        group: z.string().meta({ description: 'The category, difficulty or topic_focus.' }),
        n: count.meta({ description: 'Number of questions.' }),
        is_compared: z
          .boolean()
          .meta({ description: 'Whether it has at least min_per_group questions.' }),
        mean: statistic('Arithmetic mean of the measure.'),
        sd: statistic('Sample standard deviation; null for a single question.'),
        median: statistic('Median of the measure.'),
        min: statistic('Smallest value.'),
        max: statistic('Largest value.'),
      }),
    )
    .meta({
      description:
        'Up to 1,000 groups, those that are compared first; nominal measures have no mean.',
    }),
  pairs: z
    .array(
      resultObject('GroupPair', 'Two groups compared with each other.', {
        a: z.string().meta({ description: 'First group.' }),
        b: z.string().meta({ description: 'Second group.' }),
        difference: z
          .number()
          .nullable()
          .meta({ description: 'Mean of a − mean of b; null for nominal measures.' }),
        ...outcome,
        effect: effect.nullable().optional().meta({
          description: 'Measure of effect_size: d, ε² or V. Not recorded before engine_version 5.',
        }),
        p_adjusted: share
          .nullable()
          .meta({ description: 'p corrected for multiple comparisons (Holm).' }),
      }),
    )
    .meta({
      description:
        "All pairs of the 20 largest groups, by Welch's t-test, or by the overall test if that is " +
        'Kruskal–Wallis or chi-square; smallest p first.',
    }),
  table: z
    .array(
      resultObject('ContingencyCell', 'A cell of a contingency table.', {
        group: z.string().meta({ description: 'Row: the group.' }),
        value: z
          .string()
          .meta({ description: 'Column: a nominal value, a number or a range between quartiles.' }),
        count: count.meta({ description: 'Observed number of questions.' }),
        expected: z.number().min(0).meta({ description: 'Number expected under independence.' }),
        residual: z.number().meta({
          description: 'Adjusted standardized residual; notable beyond ±2.',
        }),
      }),
    )
    .meta({ description: 'Contingency table of the chi-square test; up to 1,000 cells.' }),
  items: z.array(
    z.strictObject({
      ...itemFields,
      group: z
        .string()
        .nullable()
        .meta({ description: 'The group of the question; null without a topic_focus.' }),
      value: z
        .number()
        .nullable()
        .meta({ description: 'Value of the measure; null for nominal measures.' }),
      label: z
        .string()
        .nullable()
        .meta({ description: 'Value of a nominal measure; null for numbers.' }),
      z: z.number().nullable().meta({
        description:
          'Robust z-score: distance from the median of its group in robust standard deviations.',
      }),
    }),
  ),
  warnings,
});

export type ComparisonResult = z.output<typeof comparisonResult>;
