import * as z from 'zod';
import type { Fault } from './errors.ts';
import { uuid } from './question-criteria.ts';
import { defineListRules, defineRules } from './rules.ts';
import { text } from './text.ts';
import { timestamp } from './timestamp.ts';

export const maxResponsesAtOnce = 1000;

/** A week: longer is a clock that ran on, not an answer. */
const maxTimeMs = 7 * 24 * 3600 * 1000;

export const respondent = text(1, 200).meta({
  description: 'An opaque id of who answered, such as a hash; never a name. Null for anonymous.',
  examples: ['r-4711'],
});

const fields = {
  questionId: uuid.meta({ description: 'The question that was answered.' }),
  version: z
    .int()
    .min(1)
    .max(2 ** 31 - 1)
    .nullable()
    .default(null)
    .meta({ description: 'The version that was shown. Default: the current one.', examples: [1] }),
  respondent: respondent.nullable().default(null),
  option: text(1, 1000)
    .nullable()
    .default(null)
    .meta({
      description: 'The chosen option: the text of one of the choices of the question.',
      examples: ['Mercury'],
    }),
  answer: text(1, 1000)
    .nullable()
    .default(null)
    .meta({ description: 'A free-text answer, instead of an option.', examples: [null] }),
  score: z
    .number()
    .min(0)
    .max(1)
    .nullable()
    .default(null)
    .meta({
      description:
        '1 for correct, 0 for incorrect, or partial credit. Default: the option or answer is compared with the correct answer, free text as in a quiz.',
      examples: [1],
    }),
  timeMs: z
    .int()
    .min(0)
    .max(maxTimeMs)
    .nullable()
    .default(null)
    .meta({
      description: 'Milliseconds from showing the question to the answer.',
      examples: [5400],
    }),
  formId: uuid.nullable().default(null).meta({ description: 'The form it was part of.' }),
  sessionId: uuid.nullable().default(null).meta({ description: 'The session it was given in.' }),
  group: text(1, 200)
    .nullable()
    .default(null)
    .meta({
      description: 'A group of respondents to compare, such as a class or a country.',
      examples: ['7b'],
    }),
  recordedAt: timestamp.nullable().default(null).meta({
    description: 'When it was given. Default: now.',
  }),
};

const schema = z.strictObject(fields);

/** A response to record. */
export type ResponseInput = z.output<typeof schema>;

export const newResponse = defineRules(schema, answerFaults);

export const newResponses = defineListRules(newResponse, { min: 1, max: maxResponsesAtOnce });

function answerFaults(value: unknown): Fault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  const { option, answer, score } = value as Partial<Record<keyof ResponseInput, unknown>>;
  if (option != null && answer != null) {
    const detail = 'Cannot be combined with option.';
    return [{ path: ['answer'], code: 'contradiction', detail }];
  }
  if (option != null || answer != null || score != null) return [];
  const detail = 'Give an option, an answer or a score.';
  return [{ path: ['score'], code: 'required', detail }];
}

/** Criteria that select responses. */
export const responseFilterFields = {
  respondent,
  questionId: z
    .array(uuid)
    .min(1)
    .max(100)
    .meta({ description: 'Only responses to any of these questions.' }),
  version: fields.version.unwrap().unwrap().meta({
    description: 'Only responses to this version of a question.',
  }),
  formId: uuid.meta({ description: 'Only responses to this form.' }),
  sessionId: uuid.meta({ description: 'Only responses of this session.' }),
  group: text(1, 200).meta({ description: 'Only responses of this group.' }),
  recordedFrom: timestamp.meta({ description: 'Only responses recorded at this time or later.' }),
  recordedTo: timestamp.meta({ description: 'Only responses recorded before this time.' }),
};

const filterSchema = z.strictObject(responseFilterFields).partial();

export const responseFilter = defineRules(filterSchema);

export type ResponseFilter = z.output<typeof filterSchema>;

/** Whose responses to delete. */
export const respondentRule = defineRules(z.strictObject({ respondent }));
