import * as z from 'zod';
import {
  count,
  itemFields,
  itemsParameter,
  share,
  summaryFields,
  warnings,
} from '../../envelope.ts';
import { questionIds, resultObject } from '../../result-schema.ts';
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
        .meta({ description: `${description} Default: ${severity}.` }),
    ]),
  ),
);

/** As many as a list can be asked for by their ids. */
export const maxListed = 100;

export const qualityParameters = z.strictObject({
  items: itemsParameter,
  rules: ruleSettings
    .default({})
    .meta({ description: 'Overrides the severity of rules, or turns them off.' }),
  max_words: z
    .int()
    .min(3)
    .max(1000)
    .default(40)
    .meta({ description: 'Maximum number of words in a question.' }),
  max_answer_words: z
    .int()
    .min(1)
    .max(500)
    .default(10)
    .meta({ description: 'Maximum number of words in an answer.' }),
  language: z
    .enum(languages)
    .default('en')
    .meta({ description: 'Expected language, as an ISO 639-1 code.' }),
});

export type QualityParameters = z.output<typeof qualityParameters>;

const ruleId = z.string().meta({ description: 'Id of the rule.' });
const severity = z.enum(severities).meta({ description: 'error, warning or info, as configured.' });

const finding = resultObject('QualityFinding', 'A violation of a rule.', {
  rule: ruleId,
  severity,
  field: z.enum(textFields).meta({ description: 'The field that contains it.' }),
  index: count
    .optional()
    .meta({ description: 'Index in incorrect_answers, from 0; null for other fields.' }),
  span: z.tuple([count, count]).meta({
    description: 'Position in the text as [start, end), in characters (code points).',
  }),
  message: z.string().meta({ description: 'Human-readable explanation.' }),
  why: z.string().meta({ description: 'Why it matters, in one sentence.' }),
  fix: z.string().optional().meta({ description: 'Suggested replacement of the span, if any.' }),
  suggestion: z.string().optional().meta({
    description:
      'New value of the field, or of the choice at index, with the fixes of all findings of this rule in it.',
  }),
  suggested_answers: z.array(z.string()).optional().meta({
    description:
      'New value of incorrect_answers, if they should be fewer or in another order, with all findings of this rule considered.',
  }),
});

export type QualityFinding = z.output<typeof finding>;

export const qualityResult = z.strictObject({
  summary: z.strictObject({
    ...summaryFields,
    findings: count.meta({ description: 'Number of findings in all questions.' }),
    errors: count.meta({ description: 'Number of findings with severity error.' }),
    warnings: count.meta({ description: 'Number of findings with severity warning.' }),
    infos: count.meta({ description: 'Number of findings with severity info.' }),
  }),
  rules: z
    .array(
      resultObject('QualityRuleCount', 'How often a rule was violated.', {
        rule: ruleId,
        severity,
        why: z.string().optional().meta({
          description: 'Why it matters, in one sentence. Not recorded before engine_version 12.',
        }),
        findings: count.meta({ description: 'Number of findings.' }),
        questions: count.meta({ description: 'Number of questions with such findings.' }),
        share: share
          .nullable()
          .meta({ description: 'questions / evaluated; null without questions.' }),
        question_ids: questionIds('affectedQuestions')
          .max(maxListed)
          .meta({
            description: `Ids of the questions with such findings, also if they are not flagged: the first ${maxListed}. Not recorded before engine_version 6.`,
          }),
      }),
    )
    .meta({ description: 'Every enabled rule, most frequent first.' }),
  items: z.array(
    z.strictObject({
      ...itemFields,
      findings: z.array(finding).meta({ description: 'Rule violations in this question.' }),
    }),
  ),
  warnings,
});

export type QualityResult = z.output<typeof qualityResult>;
