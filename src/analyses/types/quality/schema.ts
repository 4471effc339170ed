import { z } from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { languages } from './language-detector.ts';
import { severities, textFields } from './rule.ts';
import { qualityRules } from './rules.ts';

const ruleSettings = z.strictObject(
  Object.fromEntries(
    qualityRules.map(({ id, severity, description }) => [
      id,
      z
        .enum(['off', ...severities])
        .optional()
        .meta({ description: `${description} (${severity} when left out.)` }),
    ]),
  ),
);

export const qualityParameters = z.strictObject({
  items: itemsParameter,
  rules: ruleSettings
    .default({})
    .meta({ description: 'Another severity for a rule, or off; the others keep their own.' }),
  max_words: z
    .int()
    .min(3)
    .max(1000)
    .default(40)
    .meta({ description: 'How many words a question may have.' }),
  max_answer_words: z
    .int()
    .min(1)
    .max(500)
    .default(10)
    .meta({ description: 'How many words an answer may have.' }),
  language: z
    .enum(languages)
    .default('en')
    .meta({ description: 'The language the questions should be in, as an ISO 639-1 code.' }),
});

export type QualityParameters = z.output<typeof qualityParameters>;

const finding = z.strictObject({
  rule: z.string(),
  severity: z.enum(severities),
  field: z.enum(textFields),
  index: count.optional().meta({ description: 'Which of the incorrect answers, from 0.' }),
  span: z.tuple([count, count]).meta({
    description:
      'Where in the text: from the first up to, not including, the second; in characters (code points).',
  }),
  message: z.string(),
  fix: z.string().optional().meta({ description: 'What to write in place of the span.' }),
});

export type QualityFinding = z.output<typeof finding>;

export const qualityResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    findings: count.meta({ description: 'How many findings there are in all questions.' }),
    errors: count,
    warnings: count,
    infos: count,
  }),
  rules: z
    .array(
      z.strictObject({
        rule: z.string(),
        severity: z.enum(severities),
        findings: count,
        questions: count.meta({ description: 'How many questions have such findings.' }),
        share: share.nullable().meta({ description: 'questions / evaluated; null of none.' }),
      }),
    )
    .meta({ description: 'Each rule that was on, the most frequent first.' }),
  items: z.array(z.strictObject({ ...itemFields, findings: z.array(finding) })),
  warnings,
});

export type QualityResult = z.output<typeof qualityResult>;
