import * as z from 'zod';
import { defineRules } from './rules.ts';

/** What questions can be counted by. */
export const questionGroups = [
  'category',
  'difficulty',
  'topic_focus',
  'source',
  'created_month',
] as const;

export type QuestionGroup = (typeof questionGroups)[number];

export const defaultGroups: readonly QuestionGroup[] = ['category', 'difficulty'];

export const maxGroups = 1000;

export const groupList = z
  .array(z.enum(questionGroups))
  .min(1)
  .max(questionGroups.length)
  .check((payload) => {
    if (new Set(payload.value).size === payload.value.length) return;
    payload.issues.push({
      code: 'custom',
      input: payload.value,
      message: 'Must not list the same group twice.',
      params: { code: 'duplicate' },
    });
  })
  .meta({ description: 'What to count by.', default: [...defaultGroups] });

export const groupRules = defineRules(z.strictObject({ by: groupList }).partial());
