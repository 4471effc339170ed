import { z } from 'zod';
import { category, difficulty } from './question-input.ts';
import { defineRules } from './rules.ts';
import { text } from './text.ts';
import { timestamp } from './timestamp.ts';
import { isUuid } from './uuid.ts';

export const sortOrders = [
  'created_at',
  '-created_at',
  'updated_at',
  '-updated_at',
  'difficulty',
  '-difficulty',
  'category',
  '-category',
] as const;

export type SortOrder = (typeof sortOrders)[number];

export const uuid = z
  .string()
  .check((payload) => {
    payload.value = payload.value.toLowerCase();
    if (isUuid(payload.value)) return;
    payload.issues.push({
      code: 'custom',
      input: payload.value,
      message: 'Must be a UUID.',
      params: { code: 'invalid' },
    });
  })
  .meta({ format: 'uuid' });

/** What chooses questions out of the bank. Each list means «any of these». */
export const questionFilterFields = {
  category: z.array(category).min(1).max(20).meta({ description: 'Any of these categories.' }),
  difficulty: z.array(difficulty).min(1).max(20).meta({ description: 'Any of these levels.' }),
  topicFocus: text(1, 200).meta({ description: 'Exactly this topic focus, in any case.' }),
  search: text(1, 200).meta({
    description:
      'Full text over question, answer and topic: words, "a phrase", or, and -word to leave out.',
  }),
  ids: z.array(uuid).min(1).max(100).meta({ description: 'Questions with these ids.' }),
  source: text(1, 200).meta({ description: 'Questions from this source.' }),
  createdAfter: timestamp.meta({ description: 'Created after this time.' }),
  updatedAfter: timestamp.meta({ description: 'Changed after this time.' }),
};

const questionFilterSchema = z.strictObject(questionFilterFields).partial();

export const questionFilter = defineRules(questionFilterSchema);

export type QuestionFilter = z.output<typeof questionFilterSchema>;
