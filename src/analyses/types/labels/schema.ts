import * as z from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { resultHints, resultObject } from '../../result-schema.ts';
import { issueFilters } from './confident-learning.ts';

export const labelFields = ['category', 'difficulty'] as const;

export type LabelField = (typeof labelFields)[number];

export const labelsParameters = z.strictObject({
  items: itemsParameter,
  field: z.enum(labelFields).default('category').meta({ description: 'Which field to check.' }),
  filter: z
    .enum(['noise_model', ...issueFilters])
    .default('noise_model')
    .meta({
      description:
        'How label issues are selected: self_confidence below 0.65 (noise_model), or by confident ' +
        'learning as in cleanlab, which finds more and is wrong more often: off-diagonal in the ' +
        'confident joint (confident_learning), ' +
        'as many per class pair as the estimated noise rate (prune_by_noise_rate), or the ' +
        'intersection of prune_by_noise_rate and prune_by_class (both).',
    }),
  alpha: z.number().min(0.001).max(10).default(0.1).meta({
    description:
      'Smoothing of naive Bayes: weight of the term distribution of the whole set in each class.',
  }),
  folds: z
    .int()
    .min(2)
    .max(20)
    .default(5)
    .meta({ description: 'Number of folds for cross-validation.' }),
  seed: z.int().min(0).max(2_147_483_647).default(1).meta({
    description: 'Seed of the random assignment to folds.',
  }),
  min_per_class: z
    .int()
    .min(2)
    .max(10_000)
    .default(10)
    .meta({ description: 'Classes with fewer questions are excluded.' }),
  min_kappa: z
    .number()
    .min(0)
    .max(1)
    .default(0.3)
    .meta({ description: "Minimum Cohen's kappa of the model; below it no issues are reported." }),
  min_detectable: z
    .number()
    .min(0)
    .max(1)
    .default(0.8)
    .meta({
      description:
        'Minimum detectable_share; below it no issues are reported, unless kappa is at least 0.7, or ' +
        '0.72 to be expected with the true labels.',
    }),
  max_vectors: z
    .int()
    .min(0)
    .max(20_000)
    .default(8000)
    .meta({
      description:
        'Maximum number of questions whose embeddings are used, 0 for none: both bundled models take ' +
        '20 to 80 ms for each unless cached. Larger sets are judged by words and topics alone, and so ' +
        'are those in which these are enough.',
    }),
  use_topic_focus: z
    .boolean()
    .default(true)
    .meta({
      description:
        'Whether the labels of other questions with the same topic_focus are evidence. They predict ' +
        'the category well; false finds questions of which both are wrong together.',
    }),
});

export type LabelsParameters = z.output<typeof labelsParameters>;

const label = z
  .string()
  .meta({ description: 'A category, or a difficulty level as a digit.' })
  .register(resultHints, { unit: 'difficulty' });

export const labelsResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    score: share.nullable().meta({
      description: 'Share of questions that are not flagged; null if labels could not be judged.',
    }),
    field: z.enum(labelFields).meta({ description: 'The checked field.' }),
    judged: count.meta({
      description: 'Number of questions in classes with at least min_per_class questions.',
    }),
    accuracy: share
      .nullable()
      .meta({ description: 'Cross-validated accuracy of the model against the given labels.' }),
    majority_share: share
      .nullable()
      .meta({ description: 'Baseline: accuracy of always predicting the most frequent label.' }),
    macro_f1: share.nullable().meta({ description: 'Macro-averaged F1 score.' }),
    kappa: z
      .number()
      .min(-1)
      .max(1)
      .nullable()
      .meta({ description: "Cohen's kappa: agreement of model and labels beyond chance." }),
    estimated_noise: share.nullable().meta({
      description:
        'Estimated share of wrong labels, fitted together with the calibration of the model.',
    }),
    detectable_share: share.nullable().meta({
      description: 'Expected share of wrong labels that would be flagged if a tenth were wrong.',
    }),
    vectors: count.meta({ description: 'Number of questions whose embeddings were used.' }),
  }),
  thresholds: z
    .array(
      resultObject('LabelThreshold', 'The confidence threshold of a label.', {
        label,
        questions: count.meta({ description: 'Number of questions with this label.' }),
        threshold: share.meta({
          description: 'Mean predicted probability of this label over the questions that have it.',
        }),
      }),
    )
    .meta({ description: 'Confidence threshold of each label; empty if not judged.' }),
  confident_joint: z
    .array(
      resultObject('ConfidentJointCell', 'A pair of given and predicted label.', {
        given: label,
        suggested: label,
        count: count.meta({
          description:
            'Questions with the given label that confidently belong to the suggested one; at least ' +
            '1 on the diagonal.',
        }),
        calibrated: count.meta({
          description: 'count, scaled so that each row sums to the size of the class.',
        }),
      }),
    )
    .meta({ description: 'Confident joint, row by row; empty if not judged.' }),
  calibration: z
    .array(
      resultObject('LabelCalibration', 'A range of predicted probabilities.', {
        pairs: count.meta({ description: 'Number of pairs of a question and a label.' }),
        predicted: share.meta({ description: 'Mean predicted probability of having the label.' }),
        observed: share.meta({ description: 'Share of the questions that have the label.' }),
      }),
    )
    .meta({
      description: 'Reliability curve of the model in ten ranges; empty if not judged.',
    }),
  items: z.array(
    z.strictObject({
      ...itemFields,
      score: share.meta({ description: 'self_confidence if flagged, otherwise 1.' }),
      given: label,
      suggested: label
        .nullable()
        .meta({ description: 'Most probable other label if flagged, otherwise null.' }),
      self_confidence: share.nullable().meta({
        description:
          'Probability that the given label is right, given the text and that it was chosen; ' +
          'null if not judged.',
      }),
      margin: share.nullable().meta({
        description: '(self_confidence − highest other probability + 1) / 2; null if not judged.',
      }),
    }),
  ),
  warnings,
});

export type LabelsResult = z.output<typeof labelsResult>;
