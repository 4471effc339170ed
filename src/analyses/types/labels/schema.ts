import { z } from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { issueFilters } from './confident-learning.ts';

export const labelFields = ['category', 'difficulty'] as const;

export type LabelField = (typeof labelFields)[number];

export const labelsParameters = z.strictObject({
  items: itemsParameter,
  field: z
    .enum(labelFields)
    .default('category')
    .meta({ description: 'Which labels to look at: category or difficulty.' }),
  filter: z
    .enum(issueFilters)
    .default('confident_learning')
    .meta({
      description:
        'Which labels count as issues: those confidently of another class (confident_learning), ' +
        'as many of each class as the noise estimate says (prune_by_noise_rate), or those that ' +
        'prune_by_noise_rate and prune_by_class agree on (both); names as in cleanlab.',
    }),
  alpha: z
    .number()
    .min(0.001)
    .max(10)
    .default(0.1)
    .meta({ description: 'How much naive Bayes smooths: the weight of the whole set in a class.' }),
  folds: z
    .int()
    .min(2)
    .max(20)
    .default(5)
    .meta({ description: 'Parts for cross-validation: each is judged by what the others teach.' }),
  seed: z.int().min(0).max(2_147_483_647).default(1).meta({
    description: 'Deals the questions out over the folds; the same seed, the same answer.',
  }),
  min_per_class: z
    .int()
    .min(2)
    .max(10_000)
    .default(10)
    .meta({ description: 'Classes with fewer questions are left out.' }),
  min_kappa: z
    .number()
    .min(0)
    .max(1)
    .default(0.3)
    .meta({ description: 'Below this agreement beyond chance the model finds no issues.' }),
  use_topic_focus: z
    .boolean()
    .default(false)
    .meta({
      description:
        'Whether topic_focus counts as text. It tells the category well, but where both were set ' +
        'by the same hand it repeats the mistake it should find.',
    }),
});

export type LabelsParameters = z.output<typeof labelsParameters>;

const label = z.string().meta({ description: 'A category, or a level of difficulty as a digit.' });

export const labelsResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    score: share
      .nullable()
      .meta({ description: 'The share that passes; null where labels could not be judged.' }),
    field: z.enum(labelFields),
    judged: count.meta({
      description: 'How many questions stand in classes that are large enough.',
    }),
    accuracy: share
      .nullable()
      .meta({ description: 'How often the model, cross-validated, gives the given label.' }),
    majority_share: share
      .nullable()
      .meta({ description: 'The accuracy of always guessing the most frequent label.' }),
    macro_f1: share.nullable().meta({ description: 'F1, the mean over the classes.' }),
    kappa: z
      .number()
      .min(-1)
      .max(1)
      .nullable()
      .meta({ description: "Cohen's kappa: agreement beyond chance." }),
    estimated_noise: share
      .nullable()
      .meta({ description: 'The share off the diagonal of the calibrated confident joint.' }),
  }),
  thresholds: z
    .array(
      z.strictObject({
        label,
        questions: count,
        threshold: share.meta({
          description: 'The mean probability of this label over the questions that have it.',
        }),
      }),
    )
    .meta({ description: 'What it takes to be confidently of a class; empty if not judged.' }),
  confident_joint: z
    .array(
      z.strictObject({
        given: label,
        suggested: label,
        count: count.meta({
          description: 'Questions given the one and confidently of the other; 1 at least if same.',
        }),
        calibrated: count.meta({ description: 'The same scaled to all questions of the class.' }),
      }),
    )
    .meta({ description: 'Every pair of labels, row after row; empty if not judged.' }),
  items: z.array(
    z.strictObject({
      ...itemFields,
      score: share.meta({ description: 'The self-confidence of a flagged label, else 1.' }),
      given: label,
      suggested: label.nullable().meta({ description: 'The likeliest label of a flagged one.' }),
      self_confidence: share
        .nullable()
        .meta({ description: 'The probability of the given label; null if not judged.' }),
      margin: share.nullable().meta({
        description: '(self_confidence − the highest other probability + 1) / 2; null likewise.',
      }),
    }),
  ),
  warnings,
});

export type LabelsResult = z.output<typeof labelsResult>;
