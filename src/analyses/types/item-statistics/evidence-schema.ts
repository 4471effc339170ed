import * as z from 'zod';
import { timestamp } from '../../../domain/timestamp.ts';
import { count, share } from '../../envelope.ts';
import { resultObject } from '../../result-schema.ts';

/** Parameters of what recorded responses tell beyond scores: groups and periods. */
export const comparisonParameters = {
  reference_group: z.string().max(200).default('').meta({
    description:
      'The group of respondents that others are compared with; default the one with most responses.',
  }),
  min_group_size: z
    .int()
    .min(20)
    .max(100_000)
    .default(100)
    .meta({
      description:
        'Responses to a question that both groups, or both periods, need; with fewer the data is ' +
        'insufficient and figures are null.',
    }),
  drift_boundary: z
    .union([z.literal('median'), timestamp])
    .default('median')
    .meta({
      description:
        'Responses before this time are compared with later ones; default the median of their times.',
    }),
};

const figure = z.number().nullable();
const p = z.number().min(0).max(1).nullable();

const optionPoint = resultObject(
  'OptionCurvePoint',
  'How often respondents of similar ability chose an option.',
  {
    ability: share.meta({ description: 'Mean score of the group on the other questions.' }),
    n: count.meta({ description: 'Number of respondents of the group.' }),
    share: share.meta({ description: 'Share of the group that chose the option.' }),
  },
);

const option = resultObject('OptionStatistics', 'An option of a question and who chose it.', {
  option: z.string().meta({ description: 'The text of the option.' }),
  is_key: z.boolean().meta({ description: 'Whether it is the correct answer.' }),
  n: count.meta({ description: 'Number of respondents who chose it.' }),
  share: share.nullable().meta({ description: 'Of the responses with an option.' }),
  mean_ability: share.nullable().meta({
    description: 'Mean score of those respondents on the other questions.',
  }),
  r: figure.meta({
    description: 'Point-biserial correlation of choosing it with the score on the other questions.',
  }),
  finding: z
    .enum(['unused', 'preferred_by_strong'])
    .nullable()
    .meta({
      description:
        'unused: nobody chose it, and the 95 % interval of its share is below 0.05; ' +
        'preferred_by_strong: a wrong option whose r is above 0 and above that of the key, the 95 % ' +
        'intervals not overlapping.',
    }),
  curve: z.array(optionPoint).meta({
    description:
      'How often it is chosen by ability: up to five groups of respondents of nearly equal size, the ' +
      'lowest ability first. Empty with fewer than 20 respondents who answered another question.',
  }),
});

const comparison = {
  n_reference: count.meta({ description: 'Responses of the reference group, or before.' }),
  n_focal: count.meta({ description: 'Responses of the other group, or after.' }),
  facility_reference: share.nullable(),
  facility_focal: share.nullable(),
  mh_chi_square: figure.meta({
    description: 'Mantel–Haenszel test with a continuity correction of 0.5.',
  }),
  p: p.meta({ description: 'p value of mh_chi_square.' }),
  mh_alpha: figure.meta({ description: 'Common odds ratio.' }),
  mh_delta: figure.meta({
    description: '−2.35 · ln(mh_alpha); negative if it is harder for the other group, or later.',
  }),
  se_delta: figure.meta({ description: 'Standard error of mh_delta (Phillips & Holland).' }),
  ets_class: z
    .enum(['A', 'B', 'C'])
    .nullable()
    .meta({
      description:
        'A: negligible (|mh_delta| < 1 or p ≥ 0.05); C: large (≥ 1.5 and surely above 1); B: between. ' +
        'Null: insufficient data.',
    }),
  lr_chi_square: figure.meta({
    description: 'Logistic regression: likelihood ratio of group and group · score, 2 df.',
  }),
  p_lr: p.meta({ description: 'p value of lr_chi_square.' }),
  p_uniform: p.meta({ description: 'p value of the group alone.' }),
  p_nonuniform: p.meta({ description: 'p value of group · score.' }),
  delta_r2: figure.meta({ description: "What both add to Nagelkerke's R²." }),
};

const difference = resultObject(
  'GroupDifference',
  'How a question differs between groups of the same ability (DIF).',
  { group: z.string(), reference: z.string(), ...comparison },
);

const drift = resultObject(
  'ItemDrift',
  'How a question differs between an earlier and a later period, at the same ability.',
  comparison,
);

export const evidenceFields = {
  exposure: share.nullable().meta({
    description: 'Share of the respondents who answered it; null without responses.',
  }),
  infit: figure.meta({
    description:
      'Mean square of the residuals weighted by information, with maximum likelihood abilities; 1 ' +
      'expected. Null without a model.',
  }),
  outfit: figure.meta({ description: 'The same unweighted: sensitive to surprising answers.' }),
  options: z.array(option).meta({
    description: 'Distractor analysis: the key first; empty without recorded options.',
  }),
  dif: z.array(difference).meta({
    description: 'Each group compared with the reference group; empty without groups.',
  }),
  drift: drift.nullable().meta({ description: 'Null if the responses are not dated.' }),
};

export const information = z
  .array(
    resultObject('TestInformation', 'What the test says about respondents of an ability.', {
      ability: z.number().meta({ description: 'On the scale of b.' }),
      information: z.number().min(0).meta({ description: 'Σ a² · p · (1 − p).' }),
      standard_error: figure.meta({
        description: 'Conditional standard error of ability: 1 / √information.',
      }),
    }),
  )
  .meta({ description: 'Empty without a model.' });

export const groups = z
  .array(
    resultObject('RespondentGroup', 'Those whose responses are compared with others.', {
      group: z.string(),
      responses: count,
    }),
  )
  .meta({ description: 'The compared groups, the reference group first.' });
