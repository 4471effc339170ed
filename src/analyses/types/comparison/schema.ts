import { z } from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { dimensionNames } from '../../kit/grouping.ts';
import { effectNames, magnitudeNames, testNames } from './group-test.ts';
import { isSort, measureNames } from './measures.ts';

export const comparisonParameters = z
  .strictObject({
    items: itemsParameter,
    group_by: z
      .enum(dimensionNames)
      .default('difficulty')
      .meta({ description: 'What makes the groups; questions without a topic are in none.' }),
    measure: z
      .enum(measureNames)
      .default('question_length')
      .meta({
        description:
          'What is compared: lengths in characters, words, scores of the text, the number of choices, ' +
          'the level, or the sort of question or answer.',
      }),
    test: z
      .enum(['auto', ...testNames])
      .default('auto')
      .meta({
        description:
          'auto: chi-square for sorts; Kruskal–Wallis for levels, for residuals with a skewness past ' +
          "2, and for standard deviations one of which is more than twice another; else Welch's t " +
          'for two groups and analysis of variance for more.',
      }),
    min_per_group: z
      .int()
      .min(2)
      .max(10_000)
      .default(5)
      .meta({ description: 'Groups with fewer questions are left out.' }),
    outlier_z: z
      .number()
      .min(1)
      .max(100)
      .default(3.5)
      .meta({
        description:
          'A question is flagged when it is further from the median of its group than so many ' +
          'robust standard deviations.',
      }),
  })
  .superRefine(({ group_by, measure, test }, { addIssue }) => {
    const refuse = (path: string, message: string) =>
      addIssue({ code: 'custom', path: [path], message });
    if (measure === group_by) refuse('measure', 'Groups cannot be compared by what makes them.');
    if (test === 'correlation' && group_by !== 'difficulty') {
      refuse('test', 'Only levels of difficulty have an order to correlate with.');
    } else if (isSort(measure) && test !== 'auto' && test !== 'chi_square') {
      refuse('test', `Of ${measure} nothing but chi_square can be computed.`);
    }
  });

export type ComparisonParameters = z.output<typeof comparisonParameters>;

const p = share.nullable().meta({
  description: 'How likely a difference at least this large is by chance alone.',
});
const interval = z
  .array(z.number())
  .length(2)
  .nullable()
  .meta({
    description:
      'The 95 % interval of the effect among all such questions. The effect that is seen runs a ' +
      'little high where groups are many and small, so it may lie above its interval.',
  });
const outcome = {
  statistic: z.number().nullable().meta({ description: 't, F, H or chi-square.' }),
  df: z.number().min(0).nullable().meta({ description: 'Degrees of freedom.' }),
  df_residual: z.number().min(0).nullable().meta({ description: 'The second ones of F.' }),
  p,
  effect_size: z.number().nullable(),
  effect_interval: interval,
  magnitude: z
    .enum(magnitudeNames)
    .nullable()
    .meta({ description: "What Cohen would call the effect's size." }),
};

export const comparisonResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    compared: count.meta({ description: 'How many questions the groups have together.' }),
    groups: count.meta({ description: 'How many groups are large enough.' }),
    test: z
      .enum(testNames)
      .nullable()
      .meta({ description: 'The test that was run; null when none could be.' }),
    ...outcome,
    effect: z
      .enum(effectNames)
      .nullable()
      .meta({ description: 'What effect_size is: d, η², ε² (of the ranks), V or r.' }),
  }),
  groups: z
    .array(
      z.strictObject({
        group: z.string(),
        n: count,
        is_compared: z.boolean().meta({ description: 'Whether it is large enough.' }),
        mean: z.number().nullable(),
        sd: z.number().nullable().meta({ description: 'Null for a single question.' }),
        median: z.number().nullable(),
        min: z.number().nullable(),
        max: z.number().nullable(),
      }),
    )
    .meta({ description: 'At most 1,000; what is a sort and no amount has no mean.' }),
  pairs: z
    .array(
      z.strictObject({
        a: z.string(),
        b: z.string(),
        difference: z
          .number()
          .nullable()
          .meta({ description: 'Mean of a − mean of b; null for sorts.' }),
        ...outcome,
        p_adjusted: share
          .nullable()
          .meta({ description: 'p after the correction of Holm for so many pairs.' }),
      }),
    )
    .meta({
      description:
        "Each group against each other, the 20 largest: by Welch's t, or by the test itself when it " +
        'is Kruskal–Wallis or chi-square.',
    }),
  table: z
    .array(
      z.strictObject({
        group: z.string(),
        value: z.string().meta({ description: 'A sort, a value, or a stretch between quartiles.' }),
        count,
        expected: z.number().min(0),
        residual: z.number().meta({
          description: 'Standard errors between count and expected; past ±2 is worth a look.',
        }),
      }),
    )
    .meta({ description: 'What chi-square was computed from, at most 1,000 cells.' }),
  items: z.array(
    z.strictObject({
      ...itemFields,
      group: z.string().nullable(),
      value: z.number().nullable().meta({ description: 'What was measured; null for sorts.' }),
      label: z.string().nullable().meta({ description: 'The sort; null for amounts.' }),
      z: z
        .number()
        .nullable()
        .meta({ description: 'Robust standard deviations from the median of its group.' }),
    }),
  ),
  warnings,
});

export type ComparisonResult = z.output<typeof comparisonResult>;
